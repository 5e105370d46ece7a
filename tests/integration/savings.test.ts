import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { hideSaving, listSavings } from '@/lib/alerts/savings'
import { pauseSchedule, saveSchedule } from '@/lib/collect/schedules'
import { createSearch } from '@/lib/collect/searches'
import { DAY_MS } from '@/lib/platform/calendar'
import { bookOf, PRICE } from '@/tests/factories/ledger'
import { makeMember, makeOtherTeam, makeTeam, type TestTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'
import { notedStatements } from '@/tests/support/noted-statements'

describeOnEachEngine('what could be saved', async (open, engine) => {
  const { db } = await open()
  const clock = makeTestClock(new Date('2026-03-10T12:10:00Z'))
  const root = await makeTeam(db, clock)
  let team: TestTeam
  beforeEach(async () => {
    team = await makeOtherTeam(root)
  })

  const kinds = async () => (await listSavings(team.admin)).map(({ kind, subjectId }) => [kind, subjectId])

  async function addKey(name: string, age: { createdDays: number; usedDays?: number; status?: string }) {
    const id = randomUUID()
    const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)
    await db.key.create({
      data: {
        ...{ id, name, keyRef: id, prefix: 'xd_live_abcd', requestsPerSecond: 20 },
        ...{ teamId: team.admin.team.id, walletId: team.walletId },
        environmentId: team.environments[0]?.id ?? '',
        status: age.status ?? 'active',
        createdAt: daysAgo(age.createdDays),
        checkedAt: daysAgo(age.createdDays),
        lastUsedAt: age.usedDays === undefined ? null : daysAgo(age.usedDays),
      },
    })
    return id
  }

  const addSearch = async (name: string, subject = 'tea', shared = true) =>
    (await createSearch(team.admin, { name, operation: 'search', subject, shared })).id
  const schedule = (searchId: string, cron = '0 * * * *') =>
    saveSchedule(team.admin, { searchId, cron, capItems: 100, capItemsDay: 1000 })

  /** Adds a run of a search, which was charged for its items. */
  async function addRun(
    searchId: string,
    { items = 10, newItems = 0, hoursAgo = 30, isBaseline = false } = {},
  ) {
    const id = randomUUID()
    const at = new Date(clock.now().getTime() - hoursAgo * 3_600_000)
    const book = bookOf({ ...team.admin, clock: makeTestClock(at) })
    const { chargeNano } = await book.settle(await book.begin({ searchId, runId: id }), items, { newItems })
    await db.run.create({
      data: {
        ...{ id, teamId: team.admin.team.id, searchId, searchName: 'x', operation: 'search', subject: 'tea' },
        ...{ keyId: randomUUID(), keyPrefix: 'xd_live_abcd', environmentId: '', environmentName: '' },
        ...{ memberId: team.admin.actor.memberId, memberName: '', shared: true, state: 'ENDED', nextSeq: 1 },
        ...{ pages: 1, items, newItems, chargeNano: chargeNano ?? 0n, unpricedItems: 0, isBaseline },
        ...{ startedAt: at, endedAt: at },
      },
    })
  }
  const addRuns = async (searchId: string, count: number, over: { newItems?: number } = {}) => {
    for (let index = 0; index < count; index++) await addRun(searchId, { hoursAgo: 60 - index, ...over })
  }

  test('a key is listed after 30 days without a call, and not if it is new, used or disabled', async () => {
    const never = await addKey('never', { createdDays: 31 })
    const before = await addKey('before', { createdDays: 90, usedDays: 31 })
    await addKey('new', { createdDays: 29 })
    await addKey('used', { createdDays: 90, usedDays: 29 })
    await addKey('disabled', { createdDays: 90, status: 'disabled' })
    const lost = await addKey('lost', { createdDays: 90 })
    const book = bookOf(team.admin)
    await book.lose(await book.begin({ keyId: lost }))
    expect(await kinds()).toEqual([
      ['idle_key', before],
      ['idle_key', never],
    ])
  })

  test('a search is listed once its last ten runs were charged for nothing new', async () => {
    const searchId = await addSearch('Quiet')
    await addRun(searchId, { newItems: 10, hoursAgo: 90, isBaseline: true })
    await addRuns(searchId, 9)
    expect(await kinds()).toEqual([])
    await addRun(searchId, { hoursAgo: 29 })
    const [saving] = await listSavings(team.admin)
    expect(saving).toMatchObject({ kind: 'nothing_new', subjectId: searchId, hasActiveSchedule: false })
    expect(saving?.nano).toBe(110n * PRICE)
    await schedule(searchId)
    expect(await listSavings(team.admin)).toMatchObject([{ hasActiveSchedule: true }])
    await addRun(searchId, { newItems: 1, hoursAgo: 28 })
    expect(await kinds()).toEqual([])
  })

  test('a search is not listed if it brought something new since yesterday, however often it runs', async () => {
    const searchId = await addSearch('Frequent')
    await addRun(searchId, { newItems: 3, hoursAgo: 20 })
    for (let index = 0; index < 10; index++) await addRun(searchId, { hoursAgo: 12 - index })
    expect(await kinds()).toEqual([])
  })

  test('of schedules that ask the same, the cheaper ones are listed until they are paused', async () => {
    const often = await addSearch('Often')
    const seldom = await addSearch('Seldom')
    const other = await addSearch('Other', 'coffee')
    for (const searchId of [often, seldom, other]) await schedule(searchId)
    await addRun(often, { items: 50, newItems: 50 })
    await addRun(seldom, { items: 20, newItems: 20 })
    await addRun(other, { items: 20, newItems: 20 })
    const [saving, ...others] = await listSavings(team.admin)
    expect(others).toEqual([])
    expect(saving).toMatchObject({ kind: 'overlap', subjectId: seldom, nano: 20n * PRICE })
    expect(saving?.text).toBe('The schedule of “Seldom” buys the same items as that of “Often”')
    await pauseSchedule(team.admin, { searchId: seldom, isPaused: true })
    expect(await kinds()).toEqual([])
  })

  test('a hidden saving returns after 30 days, and the audit log says who hid it', async () => {
    const keyId = await addKey('idle', { createdDays: 31 })
    await hideSaving(team.admin, { kind: 'idle_key', subjectId: keyId })
    expect(await kinds()).toEqual([])
    const logged = { teamId: team.admin.team.id, action: 'usage.hide-saving', subjectId: keyId }
    expect(await db.auditEntry.findMany({ where: logged })).toMatchObject([{ actorName: 'Olga Other' }])
    const later = { ...team.admin, clock: makeTestClock(new Date(clock.now().getTime() + 30 * DAY_MS + 1)) }
    expect(await listSavings(later)).toMatchObject([{ subjectId: keyId }])
  })

  test('only admins see and hide savings, and only those of the team', async () => {
    const keyId = await addKey('idle', { createdDays: 31 })
    const member = await makeMember(team, 'member')
    await expect(listSavings(member)).rejects.toMatchObject({ code: 'forbidden' })
    const hidden = { kind: 'idle_key', subjectId: keyId } as const
    await expect(hideSaving(member, hidden)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(hideSaving(root.admin, hidden)).rejects.toMatchObject({ code: 'not_found' })
    expect(await db.hiddenSaving.count({ where: { subjectId: keyId } })).toBe(0)
  })

  test.runIf(engine === 'sqlite')('runs are found by their search, and no call or page is read', async () => {
    const searchId = await addSearch('Quiet')
    await addRuns(searchId, 10)
    const texts = await notedStatements(async () => {
      expect(await kinds()).toHaveLength(1)
    })
    expect(texts.filter((text) => /"(LedgerEntry|Attempt|ResultPage|Sighting)"/.test(text))).toEqual([])
    const ofRuns = texts.filter((text) => text.includes('"Run"'))
    expect(ofRuns).toHaveLength(1)
    const values = Array.from({ length: (ofRuns[0]?.split('?').length ?? 1) - 1 }, () => null)
    const plan = await db.$queryRawUnsafe<{ detail: string }[]>(`EXPLAIN QUERY PLAN ${ofRuns[0]}`, ...values)
    const details = plan.map(({ detail }) => detail)
    expect(details.join()).toContain(
      'USING INDEX Run_teamId_searchId_startedAt_idx (teamId=? AND searchId=?)',
    )
    expect(details.filter((detail) => /^SCAN r\b|TEMP B-TREE/.test(detail))).toEqual([])
  })

  test('a private search of somebody else is not named', async () => {
    const searchId = await addSearch('Secret', 'tea', false)
    await addRuns(searchId, 10)
    expect(await kinds()).toHaveLength(1)
    const other = await makeMember(team, 'admin', 'Adam Admin')
    expect(await listSavings(other)).toEqual([])
  })
})
