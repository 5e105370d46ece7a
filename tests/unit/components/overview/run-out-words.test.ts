import { describe, expect, test } from 'vitest'
import { describeRunOutBriefly } from '@/components/overview/runs-out'
import type { WalletRunOut } from '@/lib/money/forecast'

const wallet: WalletRunOut['wallet'] = {
  id: 'w',
  name: 'Main',
  createdAt: new Date(0),
  keyCount: 1,
  isPaused: false,
  balance: null,
  expectedNano: 1n,
}
const wordsOf = (by: WalletRunOut['by'], daysLeft: number | null) =>
  describeRunOutBriefly({ wallet, perDayNano: 43_700_000_000n, outsidePerDayNano: 0n, by, daysLeft })
const day = (date: number) => new Date(Date.UTC(2026, 11, date, 12))

describe('when a wallet runs out, in words', () => {
  test('shows the date, the days left and the band', () => {
    const band = { p10: day(7), p50: day(12), p90: day(19) }
    expect(wordsOf({ kind: 'band', band }, 11)).toEqual({
      ...{ tone: 'warn', state: 'Top up soon' },
      when: '12 Dec',
      left: '11 days',
      likely: 'likely 7 Dec – 19 Dec',
    })
    expect(wordsOf({ kind: 'band', band: { ...band, p90: null } }, 0)).toMatchObject({
      tone: 'bad',
      left: 'today',
      likely: 'likely after 7 Dec',
    })
  })

  test('a wallet that lasts shows for how long, at which daily spend', () => {
    const at = new Date(Date.UTC(2032, 5, 1))
    expect(wordsOf({ kind: 'daily_spend', at }, 2000)).toEqual({
      ...{ tone: 'good', state: 'OK' },
      when: 'After 2031',
      left: '',
      likely: 'at 43.70 a day',
    })
  })

  test('an unknown run-out is never shown as good', () => {
    expect(wordsOf({ kind: 'unknown' }, null)).toMatchObject({
      ...{ tone: 'quiet', state: 'No balance read', when: 'Not known yet' },
    })
    expect(wordsOf({ kind: 'idle' }, null)).toMatchObject({ tone: 'good', when: 'Not in sight' })
    // Today's spend is shown beside it: the wallet is neither idle nor has a known pace.
    expect(wordsOf({ kind: 'first_day' }, null)).toEqual({
      ...{ tone: 'quiet', state: 'First day of spend', when: 'Not known yet', left: '' },
      likely: 'known after one full day of spend',
    })
  })

  test('while an alert about a wallet is open, its state is no better than the alert', () => {
    const alerted = (by: WalletRunOut['by'], daysLeft: number | null, alert: 'low_balance' | 'run_out') =>
      describeRunOutBriefly({ wallet, perDayNano: 1n, outsidePerDayNano: 0n, by, daysLeft }, alert)
    expect(alerted({ kind: 'first_day' }, null, 'low_balance')).toMatchObject({
      ...{ tone: 'bad', state: 'Low balance', when: 'Not known yet' },
    })
    expect(alerted({ kind: 'daily_spend', at: day(20) }, 20, 'run_out')).toMatchObject({
      ...{ tone: 'bad', state: 'Top up now', left: '20 days' },
    })
    expect(alerted({ kind: 'daily_spend', at: day(3) }, 3, 'low_balance').state).toBe('Top up now')
  })

  test('shows that a wallet is empty', () => {
    expect(wordsOf({ kind: 'band', band: { p10: day(1), p50: day(1), p90: day(1) } }, 0)).toMatchObject({
      tone: 'bad',
      when: 'Empty',
    })
  })
})
