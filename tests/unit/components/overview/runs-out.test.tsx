import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RunOutList } from '@/components/overview'
import type { WalletRunOut } from '@/lib/money/forecast'

const MAIN: WalletRunOut = {
  wallet: {
    ...{ id: 'w', name: 'Main', createdAt: new Date(0), keyCount: 1, isPaused: false },
    ...{ balance: null, expectedNano: 99_987_000_000_000n },
  },
  ...{ perDayNano: 0n, outsidePerDayNano: 0n, daysLeft: null },
  by: { kind: 'first_day' },
}

type Alerts = ReadonlyMap<string, 'low_balance' | 'run_out'>

const html = (alerts: Alerts, wallets = [MAIN]): string =>
  renderToStaticMarkup(
    <MantineProvider>
      <RunOutList team="acme" unit="credits" wallets={wallets} alerts={alerts} />
    </MantineProvider>,
  )

const words = (alerts: Alerts): string =>
  html(alerts)
    .replace(/<style.*?<\/style>|<[^>]*>/g, '')
    .trim()

test('without a date the balance is the figure, and the reason is given once', () => {
  expect(words(new Map())).toBe('Runs outMain First day of spend 99,987 credits Run-out date: not known yet')
  expect(html(new Map())).toContain('<b>99,987</b>')
})

test('a wallet that needs attention says so in the same words in both places', () => {
  expect(words(new Map([['w', 'low_balance']]))).toContain(
    'Main Low balance 99,987 credits Run-out date: known after one full day of spend',
  )
})

test('a date is large, unless it is that of a wallet that lasts for years', () => {
  const at = (year: number, daysLeft: number): WalletRunOut => ({
    ...{ ...MAIN, wallet: { ...MAIN.wallet, id: String(year) }, daysLeft },
    by: { kind: 'daily_spend', at: new Date(Date.UTC(year, 11, 12)) },
  })
  const list = html(new Map(), [at(2026, 40), at(2032, 2000)])
  expect(list).toContain('<b data-far="false">12 Dec</b>')
  expect(list).toContain('<b data-far="true">After 2031</b>')
})
