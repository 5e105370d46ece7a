import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PriceTable } from '@/components/wallets'

test('a booked price of several parts is shown with its units beside the readings, and the column head names no unit', () => {
  const booked = '3 credits per item, 2 from 100 items a page, at least 60 a call'
  const row = { operation: 'followers', estimate: '3', spread: '0', observations: 2, items: 40 }
  const html = renderToStaticMarkup(
    <MantineProvider>
      <PriceTable
        rows={[{ ...row, changed: null, booked, isSame: true }]}
        unit="credits"
        settings="/t/settings"
      />
    </MantineProvider>,
  )
  expect(html).toContain(booked)
  expect(html).not.toContain('Booked (credits per item)')
})
