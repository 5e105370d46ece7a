import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '@/lib/kernel'
import { listEntries, type RollupDimension } from '@/lib/money/ledger'
import { listSpend, type SpendFilter } from '@/lib/money/usage'
import { resolveRange } from '@/lib/platform/calendar'
import { bookOf } from '@/tests/factories/ledger'
import { makeOtherTeam, makeTeam, type TestTeam } from '@/tests/factories/team'
import { makeTestClock, type TestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine, type TestDb } from '@/tests/support/databases'

const DAY = 24 * 3_600_000
const ids = () => [newId(), newId()] as const
const [SEARCHES, KEYS, WALLETS, MEMBERS] = [ids(), ids(), ids(), ids()]
const SERVICE = newId()

/** A member of each dimension, and a combination that days do not hold. */
const FILTERS: readonly SpendFilter[] = [
  {},
  { searchId: SEARCHES[0] },
  { keyId: KEYS[1] },
  { walletId: WALLETS[1] },
  { memberId: MEMBERS[0] },
  { operation: 'timeline' },
  { principal: { kind: 'service', id: SERVICE } },
  { principal: { kind: 'member' } },
  { searchId: SEARCHES[1], memberId: MEMBERS[1], walletId: WALLETS[0] },
]
const GROUPINGS: readonly RollupDimension[] = [
  'searchId',
  'walletId',
  'memberId',
  'keyId',
  'principal',
  'operation',
]

describeOnEachEngine('the filters of usage', (open) => {
  let opened: TestDb
  let clock: TestClock
  let team: TestTeam
  beforeAll(async () => {
    opened = await open()
    clock = makeTestClock()
    team = await makeTeam(opened.db, clock)
    const ours = bookOf(team.admin)
    const theirs = bookOf((await makeOtherTeam(team)).admin)
    for (let place = 0; place < 16; place++) {
      const [one, two, three] = [place % 2, (place >> 1) % 2, (place >> 2) % 2]
      const of = {
        searchId: SEARCHES[one] ?? null,
        keyId: KEYS[two] ?? '',
        walletId: WALLETS[three] ?? '',
        memberId: MEMBERS[(place >> 3) % 2] ?? '',
        operation: place % 3 === 0 ? ('search' as const) : ('timeline' as const),
      }
      const service = { searchId: null, memberId: '', principal: 'service', principalId: SERVICE } as const
      await ours.settle(await ours.begin(place % 5 === 0 ? { ...of, ...service } : of), 10 + place)
      await theirs.settle(await theirs.begin(of), 100)
      if (place % 4 === 3) clock.advance(DAY)
    }
  })
  afterAll(() => opened.close())

  const range = () => resolveRange({ preset: '30d' }, clock.now(), team.admin.team.timeZone)

  test('leave the same sums of spend as entries of the ledger, whatever it is grouped by', async () => {
    for (const filter of FILTERS) {
      const { entries, next } = await listEntries(team.admin, filter, undefined, 100)
      expect(next).toBeNull()
      const nano = entries.reduce((sum, { chargeNano }) => sum + (chargeNano ?? 0n), 0n)
      expect(nano, JSON.stringify(filter)).toBeGreaterThan(0n)
      for (const dimension of GROUPINGS) {
        const { totals } = await listSpend(team.admin, {
          range: range(),
          dimension,
          ...filter,
          walletIds: [],
          nameOf: (label) => ({ label, color: null }),
        })
        expect([dimension, filter, totals.pages, totals.chargeNano]).toEqual([
          dimension,
          filter,
          entries.length,
          nano,
        ])
      }
    }
  })
})
