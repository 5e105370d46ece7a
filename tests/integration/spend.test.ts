import { afterAll, beforeAll, expect, test } from 'vitest'
import { addKey } from '@/lib/keys/keys'
import { listSpend } from '@/lib/money/usage'
import { resolveRange } from '@/lib/platform/calendar'
import { bookOf, PRICE } from '@/tests/factories/ledger'
import { makeOtherTeam, makeTeam, type TestTeam } from '@/tests/factories/team'
import { makeTestClock, type TestClock } from '@/tests/factories/test-clock'
import { startTestUpstream, type TestUpstream } from '@/tests/factories/upstream'
import { describeOnEachEngine, type TestDb } from '@/tests/support/databases'

const DAY = 24 * 3_600_000
const BALANCE = 500_000_000_000n
const DAYS = 3

describeOnEachEngine('spend in the buckets of a range', (open) => {
  let opened: TestDb
  let clock: TestClock
  let team: TestTeam
  let upstream: TestUpstream
  beforeAll(async () => {
    opened = await open()
    clock = makeTestClock()
    upstream = await startTestUpstream(clock)
    team = await makeTeam(opened.db, clock)
    const other = await makeOtherTeam(team)
    const { key } = upstream.issueKey({ balanceNano: BALANCE })
    await addKey(team.admin, upstream, { key, name: '', walletId: team.walletId, environmentId: idOf(0) })
    const [ours, theirs] = [bookOf(team.admin), bookOf(other.admin)]
    for (let day = 0; day < DAYS; day++) {
      clock.advance(DAY)
      for (const place of [0, 0, 1]) {
        const where = { walletId: team.walletId, environmentId: idOf(place) }
        await ours.settle(await ours.begin(where), 100)
      }
      await theirs.settle(await theirs.begin({ walletId: other.walletId }), 100)
    }
    await ours.settle(await ours.begin({ walletId: team.walletId, environmentId: idOf(1) }), 7, {
      priceNano: null,
    })
    await ours.lose(await ours.begin({ walletId: team.walletId, environmentId: idOf(1) }))
  })
  afterAll(async () => {
    await upstream.close()
    await opened.close()
  })

  const idOf = (place: number): string => team.environments[place]?.id ?? ''
  const nameOf = (id: string) => ({
    label: team.environments.find((environment) => environment.id === id)?.name ?? id,
    color: null,
  })
  const ask = (over: { environmentId?: string; walletIds?: readonly string[] } = {}) =>
    listSpend(team.admin, {
      range: resolveRange({ preset: '7d' }, clock.now(), team.admin.team.timeZone),
      dimension: 'environmentId',
      walletIds: [team.walletId],
      nameOf,
      ...over,
    })

  test('is grouped, largest first, with unpriced items and lost calls counted; another team’s is excluded', async () => {
    const { step, buckets, series, totals } = await ask()
    expect(step).toBe('day')
    expect(series.map(({ label, totalItems }) => [label, totalItems])).toEqual([
      [team.environments[0]?.name, DAYS * 200],
      [team.environments[1]?.name, DAYS * 100 + 7],
    ])
    for (const { items, chargeNano } of series)
      expect([items.length, chargeNano.length]).toEqual([buckets.length, buckets.length])
    expect(totals).toEqual({
      pages: DAYS * 3 + 1,
      items: DAYS * 300 + 7,
      chargeNano: BigInt(DAYS * 300) * PRICE,
      unpricedItems: 7,
      unknowns: 1,
    })
  })

  test('of one environment excludes the others', async () => {
    const { series, totals } = await ask({ environmentId: idOf(1) })
    expect(series.map(({ key }) => key)).toEqual([idOf(1)])
    expect(totals.items).toBe(DAYS * 100 + 7)
  })

  test('comes with the balance, which falls by it from the reading on', async () => {
    const { balance } = await ask()
    const told = balance.filter((nano) => nano !== null)
    const daily = 300n * PRICE
    expect(told.slice(0, DAYS)).toEqual(
      Array.from({ length: DAYS }, (_, day) => BALANCE - BigInt(day) * daily),
    )
    expect((await ask({ walletIds: [] })).balance.every((nano) => nano === null)).toBe(true)
  })
})
