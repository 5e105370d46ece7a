import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WholePrice } from '@/components/settings/price-form'
import { perItemTariff } from '@/lib/kernel'

const STATED = {
  ...perItemTariff(3_000_000_000n),
  minPerCall: 60_000_000_000n,
  steps: [{ from: 100, perItem: 1_500_000_000n }],
}
const shown = (price: string, stated = STATED) =>
  renderToStaticMarkup(
    <MantineProvider>
      <WholePrice stated={stated} price={price} />
    </MantineProvider>,
  ).replace(/<style.*?<\/style>/gs, '')

test('before a price is set, its other parts are shown as they will be', () => {
  expect(shown('6')).toContain(
    'The whole price will be: 6 credits per item, 3 from 100 items a page, at least 120 a call.',
  )
  expect(shown('3')).toContain('3 credits per item, 1.50 from 100 items a page, at least 60 a call')
})

test('a price of 0 needs a confirmation, and for an incomplete price nothing is shown', () => {
  expect(shown('0')).toMatch(/type="checkbox"[^>]* required|required[^>]* type="checkbox"/)
  expect(shown('0')).toContain('These calls are free')
  expect([shown(''), shown('-1'), shown('many')].join('')).not.toMatch(/whole price|checkbox/)
})
