import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ComparisonTable, PackAdviceTable } from '@/components/costs'

const row = (name: string, currency: string, fromMicro: bigint, toMicro = fromMicro) => ({
  ...{ name, currency, fromMicro, toMicro },
})
const shown = (rows: Parameters<typeof ComparisonTable>[0]['rows'], countsMoney: boolean) =>
  renderToStaticMarkup(
    <MantineProvider>
      <ComparisonTable rows={rows} countsMoney={countsMoney} />
    </MantineProvider>,
  )

test('beside a wallet of money, other services are shown in the same form and precision', () => {
  const html = shown([row('One', 'USD', 14_000n), row('Other', 'USD', 30_000n, 52_500n)], true)
  expect(html).toContain('0.014 USD')
  expect(html).toContain('0.03 to 0.0525 USD')
  expect(html).not.toContain('$')
})

test('beside credits they are shown in money, and two currencies in one table are always pointed out', () => {
  const one = [row('One', 'USD', 4_000n, 90_000n)]
  expect(shown(one, false)).toContain('&lt;$0.01 to $0.09')
  expect(shown(one, false)).not.toContain('currenc')
  expect(shown([...one, row('Other', 'EUR', 90_000n)], false)).toContain(
    'Would have cost, in its own currency',
  )
})

test('a wait of hours is not shown in seconds', () => {
  const pack = { isPresent: false, requestsPerSecond: 3, costMicro: null } as const
  const advice = [{ ...pack, pack: 'Starter', waitedMs: 13_070_000 }] as const
  const html = renderToStaticMarkup(
    <MantineProvider>
      <PackAdviceTable advice={advice} currency={null} />
    </MantineProvider>,
  )
  expect(html).toContain('at most 3 h 38 min')
})
