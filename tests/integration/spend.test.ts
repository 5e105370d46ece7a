import { afterAll, beforeAll, expect, test } from 'vitest'
import { addKey } from '@/lib/keys/keys'
import { addSums, listBalances, listUsage } from '@/lib/money/usage'
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
  const range = () => resolveRange({ preset: '7d' }, clock.now(), team.admin.team.timeZone)
  const ask = (over: { environmentId?: string } = {}) =>
    listUsage(team.admin, {
      range: range(),
      ...{ step: 'day', comparison: null, dimension: 'environmentId', needsSearched: false },
      ...over,
    })

  test('is grouped, with unpriced items and lost calls counted; another team’s is excluded', async () => {
    const { buckets, members, sumsIn } = await ask()
    expect(Object.fromEntries(members.map(({ member, sums }) => [member, sums.items]))).toEqual({
      [idOf(0)]: DAYS * 200,
      [idOf(1)]: DAYS * 100 + 7,
    })
    expect(sumsIn([idOf(0)])).toHaveLength(buckets.length)
    expect(addSums(sumsIn('all'))).toMatchObject({
      pages: DAYS * 3 + 1,
      items: DAYS * 300 + 7,
      nano: BigInt(DAYS * 300) * PRICE,
      unpricedItems: 7,
      unknowns: 1,
    })
  })

  test('of one environment excludes the others', async () => {
    const { members, sumsIn } = await ask({ environmentId: idOf(1) })
    expect(members.map(({ member }) => member)).toEqual([idOf(1)])
    expect(addSums(sumsIn('all')).items).toBe(DAYS * 100 + 7)
  })

  test('comes with the balance, which falls by it from the reading on', async () => {
    const { buckets } = await ask()
    const told = (await listBalances(team.admin, [team.walletId], buckets)).filter((nano) => nano !== null)
    const daily = 300n * PRICE
    expect(told.slice(0, DAYS)).toEqual(
      Array.from({ length: DAYS }, (_, day) => BALANCE - BigInt(day) * daily),
    )
    expect((await listBalances(team.admin, [], buckets)).every((nano) => nano === null)).toBe(true)
  })
})
