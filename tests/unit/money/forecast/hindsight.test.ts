import { expect, test } from 'vitest'
import { forecastRunOut, toPastDays } from '@/lib/money/forecast/run-out'
import { DAY_MS, historyOf, KINDS, START } from './histories'

/** Number of histories of each kind. `npm run test:long -- hindsight` sets 200. */
const EACH = Number(process.env.HINDSIGHT ?? 12)
const PAST_DAYS = 63
const HORIZON_DAYS = 90
const BALANCE_DAYS = [4, 9, 16, 25, 40]

/** Returns whether the actual run-out is in the band that was forecast from the past alone. */
async function isInBand(kind: (typeof KINDS)[number], seed: number): Promise<boolean> {
  const spend = historyOf(kind, PAST_DAYS + HORIZON_DAYS, seed)
  const now = new Date(START + PAST_DAYS * DAY_MS)
  const past = spend.slice(0, PAST_DAYS)
  const spent = past.map((nano, day) => ({
    startsAt: new Date(START + day * DAY_MS),
    nano: BigInt(Math.round(nano)),
  }))
  const mean = past.slice(-28).reduce((sum, nano) => sum + nano, 0) / 28
  const balance = mean * (BALANCE_DAYS[seed % BALANCE_DAYS.length] ?? 9)
  const { runOut } = await forecastRunOut({
    days: toPastDays(spent, new Date(START), now, 'UTC'),
    balanceNano: BigInt(Math.round(balance)),
    now,
    timeZone: 'UTC',
    horizonDays: HORIZON_DAYS,
    seed,
  })
  let left = balance
  const lastDay = spend.slice(PAST_DAYS).findIndex((nano) => {
    left -= nano
    return left <= 0
  })
  // Compares whole days, because the histories have no hours.
  const dayOf = (at: Date | null) =>
    at === null ? HORIZON_DAYS : Math.floor((at.getTime() - now.getTime()) / DAY_MS)
  const actual = lastDay < 0 ? HORIZON_DAYS : lastDay
  return dayOf(runOut.p10) <= actual && actual <= dayOf(runOut.p90)
}

test('in hindsight, about 80 of 100 outcomes are in the band', { timeout: 120_000 }, async () => {
  const shares: { kind: string; share: number }[] = []
  for (const kind of KINDS) {
    const hits = await Promise.all(Array.from({ length: EACH }, (_, seed) => isInBand(kind, seed + 1)))
    shares.push({ kind, share: hits.filter(Boolean).length / EACH })
  }
  const all = shares.reduce((sum, { share }) => sum + share, 0) / shares.length
  const lines = shares.map(({ kind, share }) => `${kind}: ${(share * 100).toFixed(0)} %`)
  console.log(
    `Outcomes inside P10–P90, ${EACH * KINDS.length} histories: ${lines.join(', ')}; all: ${(all * 100).toFixed(0)} %`,
  )
  expect(all).toBeGreaterThanOrEqual(0.75)
  expect(all).toBeLessThanOrEqual(0.87)
})
