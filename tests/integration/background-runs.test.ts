import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BackgroundRuns,
  cancelRun,
  createBackgroundRuns,
  createRunServices,
  endAbandonedRuns,
  getRun,
  startBackgroundRun,
  startRun,
} from '@/lib/collect/runs'
import { createSearch, type SearchFields, updateSearch } from '@/lib/collect/searches'
import { AppError, type Clock, systemClock } from '@/lib/kernel'
import { addKey, listKeys } from '@/lib/keys/keys'
import { createBudget, createBudgetInput } from '@/lib/money/budgets'
import { listEntries } from '@/lib/money/ledger'
import { createWallet } from '@/lib/money/wallets'
import { changeRole } from '@/lib/teams/teams'
import { createPageReader } from '@/lib/upstream/client'
import { itemsOf } from '@/tests/factories/items'
import { makeMember, makeTeam, type TestTeam } from '@/tests/factories/team'
import { startTestUpstream, type TestUpstream } from '@/tests/factories/upstream'
import { breakTable, describeOnDatabase, type TestDb } from '@/tests/support/databases'
import { waitUntil } from '@/tests/support/wait-until'

/** Creates a clock that can be held: a sleep begun while it is held ends only when aborted. */
function makeHoldableClock() {
  let isHeld = false
  const clock: Clock = {
    ...systemClock,
    async sleep(ms, signal) {
      if (!isHeld) return systemClock.sleep(ms, signal)
      signal?.throwIfAborted()
      await new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
      })
    },
  }
  return { clock, hold: () => (isHeld = true), release: () => (isHeld = false) }
}

describeOnDatabase('runs in the background', (open) => {
  let opened: TestDb
  let upstream: TestUpstream
  let team: TestTeam
  let background: BackgroundRuns
  let keyId: string
  let sandboxWallet: string
  const time = makeHoldableClock()
  beforeAll(async () => {
    opened = await open()
    // The first pages, and those that arrive while the helper thread starts, are read in this thread; the
    // rest in the helper.
    const reader = createPageReader({
      startsAfter: 2,
      onTrouble: (error) => expect.unreachable(String(error)),
    })
    upstream = await startTestUpstream(time.clock, undefined, systemClock, reader)
    team = await makeTeam(opened.db, systemClock)
    background = createBackgroundRuns({
      services: upstream,
      clock: systemClock,
      isShared: true,
      onError: (error) => expect.unreachable(String(error)),
    })
    const issued = upstream.issueKey({ pack: 'Scale' })
    sandboxWallet = issued.walletId
    keyId = await add(issued.key)
  })
  afterAll(async () => {
    await background.stop()
    await upstream.close()
    await opened.close()
  })
  const add = async (key: string) => {
    const where = { walletId: team.walletId, environmentId: team.environments[0]?.id ?? '' }
    return (await addKey(team.admin, upstream, { key, name: '', ...where })).id
  }
  const makeSearch = async (fields: Partial<SearchFields> = {}) =>
    (await createSearch(team.admin, { name: 'A list', operation: 'followers', subject: 'ada', ...fields })).id
  type Input = Partial<Parameters<typeof startBackgroundRun>[2]>
  const begin = async (searchId: string, input: Input = {}, ctx = team.admin) => {
    const asked = { runId: randomUUID(), searchId, keyId, ...input }
    return (await startBackgroundRun(ctx, { ...upstream, background }, asked)).runId
  }
  const run = async (searchId: string, input: Input = {}) => {
    const runId = await begin(searchId, input)
    await background.ended(runId)
    return getRun(team.admin, runId)
  }
  const delivered = () =>
    upstream.sandbox.operator
      .state()
      .flatMap(({ keys }) => keys)
      .reduce((sum, { items }) => sum + items, 0)

  test('buys page after page up to its cap; items, ledger and upstream agree', async () => {
    const before = delivered()
    const ended = await run(await makeSearch(), { capItems: 800 })
    expect(ended).toMatchObject({ endReason: 'cap_reached', state: 'ENDED', items: 800, isBaseline: true })
    expect(delivered() - before).toBe(800)
    const items = await itemsOf(team.admin, ended.id)
    expect(new Set(items.map(({ id }) => id)).size).toBe(800)
    const { entries } = await listEntries(team.admin, { runId: ended.id })
    expect(entries.reduce((sum, entry) => sum + entry.items, 0)).toBe(800)
    expect(ended.chargeNano).toBe(entries.reduce((sum, entry) => sum + (entry.chargeNano ?? 0n), 0n))
  })

  test('ends when a budget refuses its first page, and names the budget', async () => {
    const searchId = await makeSearch()
    const limit = { scope: 'search', scopeId: searchId, unit: 'items', period: 'day', amount: '50' }
    await createBudget(
      team.admin,
      createBudgetInput.parse({ name: 'Small', stops: true, tellsAt: [], ...limit }),
    )
    expect(await run(searchId)).toMatchObject({
      state: 'ENDED',
      endReason: 'budget_refused',
      endNote: expect.stringContaining('“Small” stops here'),
      pages: 0,
    })
  })

  test('the second run of a search knows what is new, and stops when nothing is', async () => {
    const searchId = await makeSearch({ operation: 'timeline' })
    const first = await run(searchId, { capItems: 200 })
    expect(first).toMatchObject({ isBaseline: true, newItems: 200, searchVersion: 1 })
    const second = await run(searchId, { untilKnown: true })
    expect(second).toMatchObject({ isBaseline: false, endReason: 'nothing_new' })
    expect(second.newItems).toBeLessThan(100)
    const marked = (await itemsOf(team.admin, second.id)).filter(({ isNew }) => isNew)
    expect(marked).toHaveLength(second.newItems)
  })

  test('a changed question begins a new stream, whose first run is a baseline; the run names the version', async () => {
    const searchId = await makeSearch({ operation: 'timeline' })
    await run(searchId, { capItems: 100 })
    await updateSearch(team.admin, { searchId, name: 'Renamed', operation: 'timeline', subject: 'ada' })
    const renamed = await run(searchId, { capItems: 100 })
    expect(renamed).toMatchObject({ isBaseline: false, searchVersion: 2 })
    await updateSearch(team.admin, { searchId, name: 'Renamed', operation: 'followers', subject: 'ada' })
    expect(await run(searchId, { capItems: 100 })).toMatchObject({ isBaseline: true, searchVersion: 3 })
  })

  test('stops at posts older than a date', async () => {
    const searchId = await makeSearch({ operation: 'timeline' })
    const first = await run(searchId, { capItems: 100 })
    const items = await itemsOf(team.admin, first.id)
    const untilAt = items[50]?.createdAt ?? ''
    expect(await run(searchId, { untilAt })).toMatchObject({ endReason: 'date_passed', pages: 1 })
    // In the format of a date field: the team's local time, an hour ahead of UTC.
    const local = await run(searchId, { capItems: 20, untilAt: '2026-01-15T08:30' })
    expect(local.untilAt).toEqual(new Date('2026-01-15T07:30:00Z'))
    const followers = await makeSearch()
    await expect(begin(followers, { untilAt })).rejects.toMatchObject({ code: 'invalid' })
  })

  test('a page that cannot be stored is unknown after half a minute, and ends the run with a reason', async () => {
    const errors: unknown[] = []
    // Runs a hundred times as fast.
    const fast: Clock = {
      ...systemClock,
      monotonic: () => systemClock.monotonic() * 100,
      sleep: (ms, signal) => systemClock.sleep(ms / 100, signal),
    }
    const services = createRunServices(upstream, upstream.instanceId, fast)
    const failing = createBackgroundRuns({
      services,
      clock: systemClock,
      isShared: false,
      onError: (error) => errors.push(error),
    })
    const searchId = await makeSearch()
    const runId = randomUUID()
    const mend = await breakTable(opened, 'ResultPage')
    await startBackgroundRun(
      team.admin,
      { ...services, background: failing },
      { runId, searchId, keyId, capItems: 1000 },
    )
    await failing.ended(runId)
    await mend()
    expect(errors).toHaveLength(1)
    expect(await getRun(team.admin, runId)).toMatchObject({ endReason: 'problem', items: 0, unknownCalls: 1 })
    expect(await opened.db.attempt.count({ where: { runId, state: 'OPEN' } })).toBe(0)
    const { entries } = await listEntries(team.admin, { runId })
    expect(entries).toMatchObject([
      { outcome: 'UNKNOWN', reason: expect.stringMatching(/could not be stored/) },
    ])
  })

  test('cancelled by another member while it waits for its key, ends at once, keeps its items, and buys no more', async () => {
    const slow = upstream.issueKey({ pack: 'Free', walletId: sandboxWallet })
    // Created beforehand, because hashing a password takes long enough for the run to end.
    const member = await makeMember(team, 'member', 'Mia Member')
    const runId = await begin(await makeSearch(), { keyId: await add(slow.key) })
    await waitUntil(async () => expect((await getRun(team.admin, runId)).pages).toBeGreaterThan(1))
    // From here on the key gets no slot, so the run can end only by giving up its wait.
    time.hold()
    await cancelRun(member, { ...upstream, background }, runId)
    await background.ended(runId)
    time.release()
    const ended = await getRun(team.admin, runId)
    expect(ended).toMatchObject({
      state: 'ENDED',
      endReason: 'cancelled',
      cancelledByName: 'Mia Member',
      unknownCalls: 0,
    })
    expect(await itemsOf(team.admin, runId)).toHaveLength(ended.items)
    await expect(cancelRun(member, { ...upstream, background }, runId)).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  test('a member who may no longer run searches cannot continue a run', async () => {
    const member = await makeMember(team, 'member', 'Vera Former')
    const searchId = await makeSearch()
    await changeRole(team.admin, { memberId: member.actor.memberId, role: 'viewer' })
    // The context of a request that was already in progress.
    const runId = await begin(searchId, {}, member)
    await background.ended(runId)
    expect(await getRun(team.admin, runId)).toMatchObject({ endReason: 'problem', items: 0 })
    expect((await getRun(team.admin, runId)).endNote).toContain('Vera Former')
  })

  test('a process that others consider dead opens no call', async () => {
    const dead = () => Promise.reject(new AppError('unavailable', 'taken for dead'))
    const services = createRunServices(upstream, randomUUID(), systemClock, dead)
    const before = delivered()
    const asked = { runId: randomUUID(), searchId: await makeSearch(), keyId }
    await expect(startRun(team.admin, services, asked)).rejects.toThrow('taken for dead')
    expect(await opened.db.attempt.count({ where: { runId: asked.runId } })).toBe(0)
    expect(delivered()).toBe(before)
  })

  test('a process that stops or dies ends its runs; their items stay', async () => {
    const other = createRunServices(upstream, randomUUID(), systemClock)
    const doomed = createBackgroundRuns({
      services: other,
      clock: systemClock,
      isShared: false,
      onError: (error) => expect.unreachable(String(error)),
    })
    const asked = { searchId: await makeSearch(), keyId }
    const stopped = await startBackgroundRun(
      team.admin,
      { ...other, background: doomed },
      { ...asked, runId: randomUUID() },
    )
    await waitUntil(async () => expect((await getRun(team.admin, stopped.runId)).pages).toBeGreaterThan(0))
    await doomed.stop()
    expect(await getRun(team.admin, stopped.runId)).toMatchObject({ endReason: 'restarted' })
    // A kill leaves it open, with nobody to continue it.
    const idle: BackgroundRuns = { ...doomed, begin: () => undefined }
    const killed = await startBackgroundRun(
      team.admin,
      { ...other, background: idle },
      { ...asked, runId: randomUUID() },
    )
    expect(await endAbandonedRuns(opened.db, systemClock, [other.instanceId])).toBe(1)
    expect(await getRun(team.admin, killed.runId)).toMatchObject({ endReason: 'restarted', state: 'ENDED' })
  })

  test('a page bought recently is reused for nothing, with its age; two simultaneous runs buy it once', async () => {
    const searchId = await makeSearch({ subject: 'zadie_walsh', reuseSeconds: 300 })
    const before = delivered()
    const runs = await Promise.all([run(searchId), run(searchId)])
    const bought = delivered() - before
    expect(runs.map(({ endReason }) => endReason)).toEqual(['last_page', 'last_page'])
    expect(runs.reduce((sum, { items }) => sum + items, 0)).toBe(bought)
    for (const { items, reusedItems } of runs) expect(items + reusedItems).toBe(bought)
    expect(runs.reduce((sum, { reusedItems }) => sum + reusedItems, 0)).toBe(bought)

    const again = await startRun(team.admin, upstream, { runId: randomUUID(), searchId, keyId })
    expect(again.page?.boughtAt).toBeInstanceOf(Date)
    expect((await getRun(team.admin, again.runId)).reusedSince).toEqual(again.page?.boughtAt)
    expect(again).toMatchObject({ totals: { items: 0, chargeNano: 0n, reusedPages: 1 } })
    expect(again.page?.items.length).toBe(again.totals.reusedItems)
    expect(delivered() - before).toBe(bought)
    const fresh = { runId: randomUUID(), searchId, keyId, reuseSeconds: 0 }
    expect((await startRun(team.admin, upstream, fresh)).totals.items).toBeGreaterThan(0)
    expect(delivered() - before).toBeGreaterThan(bought)
  })

  test('a first run made only of reused pages is the baseline: after it, new means new', async () => {
    const question = { subject: 'zadie_walsh', reuseSeconds: 300 }
    await run(await makeSearch(question))
    const searchId = await makeSearch(question)
    expect(await run(searchId)).toMatchObject({ isBaseline: true, pages: 0 })
    expect(await run(searchId, { reuseSeconds: 0 })).toMatchObject({ isBaseline: false, newItems: 0 })
  })

  test('a search can leave the choice of key to Purser, which takes the least busy one of a wallet', async () => {
    const searchId = await makeSearch({ keyChoice: 'wallet', walletId: team.walletId })
    const ended = await run(searchId, { keyId: '', capItems: 20 })
    const key = (await listKeys(team.admin)).find(({ id }) => id === ended.keyId)
    expect(key).toMatchObject({ walletId: team.walletId, status: 'active' })
    const { id: walletId } = await createWallet(team.admin, { name: 'Without keys' })
    const nowhere = await makeSearch({ keyChoice: 'wallet', walletId })
    await expect(begin(nowhere, { keyId: '' })).rejects.toMatchObject({ code: 'conflict' })
  })
})
