import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, expect, test } from 'vitest'
import {
  cancelRun,
  continueRun,
  getRun,
  listBatchRuns,
  listContinuing,
  type RunView,
  startBackgroundRun,
  startRun,
} from '@/lib/collect/runs'
import { createBudget, createBudgetInput } from '@/lib/money/budgets'
import { resolveUnknown } from '@/lib/money/statements'
import { parseEventPayload } from '@/lib/platform/events'
import { startScriptedTeam } from '@/tests/factories/scripted-team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'
import { waitUntil } from '@/tests/support/wait-until'

const PAGE = 100
const dayOf = (page: number) => new Date(Date.UTC(2026, 10, 27 - page)).toISOString()

describeOnEachEngine(
  'a run that ended before the end of its list continues where it stands',
  async (open) => {
    const clock = makeTestClock(new Date('2026-11-27T12:00:00Z'))
    const opened = await open()
    const world = await startScriptedTeam(opened.db, { clock })
    const { services, upstream, team } = world
    const { admin } = team
    const { background } = services
    afterEach(async () => {
      upstream.gate = () => Promise.resolve()
      expect(await brokenInvariants(opened.db)).toEqual([])
    })
    afterAll(() => world.close())

    /** Answers with a list of so many full pages; `refuses` gives the answer to a page that fails. */
    const answerPages = (
      pages: number,
      refuses: (path: string, page: number) => { status: number; body: string } | null = () => null,
    ) => {
      upstream.answer = (url) => {
        const at = Number(url.searchParams.get('cursor') ?? 0)
        const tweets = Array.from({ length: PAGE }, (_, item) => ({
          ...{ id: `${url.pathname} ${at} ${item}`, text: 'a', created_at: dayOf(at) },
        }))
        const next = at + 1 < pages ? { next_cursor: String(at + 1) } : {}
        return refuses(url.pathname, at) ?? { status: 200, body: JSON.stringify({ tweets, ...next }) }
      }
    }
    const BROKEN = { status: 400, body: JSON.stringify({ error: 'A fault of the service' }) }
    const goOn = async (
      run: Pick<RunView, 'id' | 'batchId'>,
      caps: { capItems?: number; capCredits?: string } = {},
    ) => {
      await continueRun(admin, services, { runId: run.id, capItems: null, capCredits: null, ...caps })
      await background.ended(run.batchId ?? run.id)
      return getRun(admin, run.id)
    }
    const askedPages = async (work: () => Promise<unknown>) => {
      const before = upstream.asked.length
      await work()
      return upstream.asked.length - before
    }
    const startBatch = async (subjects: string[], conditions: { capItems?: number } = {}) => {
      const searchId = await world.search({ subject: '', subjects })
      const runId = randomUUID()
      await startBackgroundRun(admin, services, { runId, searchId, keyId: world.keyId, ...conditions })
      await background.ended(runId)
      return { runId, searchId }
    }
    const partsOf = async (batchId: string) =>
      (await listBatchRuns(admin, batchId)).flatMap(({ run }) => run ?? [])
    const written = async (runId: string) => {
      const rows = await opened.db.event.findMany({
        where: { teamId: admin.team.id },
        orderBy: { id: 'asc' },
      })
      const payloads = rows.map((row) => ({ kind: row.kind, ...parseEventPayload(row).data }))
      return payloads.filter((payload) => 'runId' in payload && payload.runId === runId)
    }

    test('its items cap: up to a new one, and then to the end; each page is bought once', async () => {
      answerPages(5)
      let run: RunView | undefined
      const asked = await askedPages(async () => {
        run = await world.run({}, { capItems: 2 * PAGE })
        expect(run).toMatchObject({ endReason: 'cap_reached', pages: 2, may: { goOn: true } })
        run = await goOn(run, { capItems: 3 * PAGE })
        expect(run).toMatchObject({ endReason: 'cap_reached', pages: 3, capItems: 3 * PAGE })
        run = await goOn(run)
        expect(run).toMatchObject({ endReason: 'last_page', pages: 5, items: 5 * PAGE, may: { goOn: false } })
      })
      expect(asked).toBe(5)
      const items = await opened.db.ledgerEntry.aggregate({
        _sum: { items: true },
        where: { runId: run?.id ?? '' },
      })
      expect(Number(items._sum.items)).toBe(5 * PAGE)
      await expect(goOn(run ?? expect.unreachable())).rejects.toThrow('can no longer be continued')
    })

    test('its cost cap; a new cap must leave room for a page', async () => {
      answerPages(4)
      const run = await world.run({}, { capCredits: '0.25' })
      expect(run).toMatchObject({ endReason: 'cap_reached', pages: 2 })
      await expect(goOn(run, { capItems: 2 * PAGE })).rejects.toMatchObject({
        fields: { capItems: expect.stringContaining('its own cap') },
      })
      expect(await goOn(run, { capCredits: '0.35' })).toMatchObject({ endReason: 'cap_reached', pages: 3 })
      expect(await goOn(run)).toMatchObject({ endReason: 'last_page', items: 4 * PAGE })
    })

    test('its cap, page by page: it goes on in the background', async () => {
      answerPages(3)
      const [runId, searchId] = [randomUUID(), await world.search()]
      const first = await startRun(admin, services, { runId, searchId, keyId: world.keyId, capItems: PAGE })
      expect(first).toMatchObject({ endReason: 'cap_reached', continuation: null })
      expect(await goOn({ id: runId, batchId: null })).toMatchObject({
        ...{ endReason: 'last_page', isInBackground: true, items: 3 * PAGE },
      })
    })

    test('a date, a failed call or a cancel; a date that ended it is dropped', async () => {
      answerPages(4)
      const dated = await world.run({}, { untilAt: dayOf(1).slice(0, 16) })
      expect(dated).toMatchObject({ endReason: 'date_passed' })
      expect(await goOn(dated)).toMatchObject({ endReason: 'last_page', items: 4 * PAGE, untilAt: null })

      let isBroken = true
      answerPages(4, (_, page) => (isBroken && page === 2 ? BROKEN : null))
      const failed = await world.run()
      expect(failed).toMatchObject({ endReason: 'problem', pages: 2, may: { goOn: true } })
      isBroken = false
      expect(await goOn(failed)).toMatchObject({ endReason: 'last_page', items: 4 * PAGE, endNote: null })

      const { promise: held, resolve: release } = Promise.withResolvers<void>()
      upstream.gate = (url) => (url.searchParams.get('cursor') === '2' ? held : Promise.resolve())
      const before = upstream.asked.length
      const running = world.run()
      const id = await waitUntil(async () => {
        const run = await opened.db.run.findFirstOrThrow({ where: { state: 'OPEN', pages: 2 } })
        return run.id
      })
      await cancelRun(admin, services, id)
      release()
      const cancelled = await running
      expect(cancelled).toMatchObject({ endReason: 'cancelled', cancelledByName: admin.actor.name })
      expect(await goOn(cancelled)).toMatchObject({
        ...{ endReason: 'last_page', items: 4 * PAGE, cancelledByName: null },
      })
      expect(upstream.asked.length - before).toBe(4)
    })

    test('not known items, since what follows was bought before: nothing is bought again', async () => {
      answerPages(4)
      const searchId = await world.search()
      await world.run({}, { searchId })
      const known = await world.run({}, { searchId, untilKnown: true })
      expect(known).toMatchObject({ endReason: 'nothing_new', pages: 1, may: { goOn: false } })
      expect(await askedPages(() => expect(goOn(known)).rejects.toThrow('can no longer be continued'))).toBe(
        0,
      )
    })

    test('a run without a page is simply run again', async () => {
      answerPages(1, () => BROKEN)
      expect(await world.run()).toMatchObject({ endReason: 'problem', pages: 0, may: { goOn: false } })
    })

    test('failed subjects: each after its last page in its batch; a repeated request changes nothing', async () => {
      let isBroken = true
      const isAt = (path: string, page: number) =>
        (path.includes('middle') && page === 2) || (path.includes('start') && page === 0)
      answerPages(4, (path, page) => (isBroken && isAt(path, page) ? BROKEN : null))
      const { runId, searchId } = await startBatch(['whole', 'middle', 'start'])
      const failed = (await partsOf(runId)).filter(({ isFailed }) => isFailed).map(({ id }) => id)
      expect(failed).toHaveLength(2)
      isBroken = false
      const again = { runId: randomUUID(), searchId, failed }
      const asked = await askedPages(async () => {
        for (let times = 0; times < 2; times++)
          expect(await startBackgroundRun(admin, services, again)).toEqual({ runId })
        await background.ended(runId)
      })
      expect(asked).toBe(2 + 4)
      expect(await getRun(admin, runId)).toMatchObject({
        ...{ state: 'ENDED', endReason: 'last_page', items: 3 * 4 * PAGE },
        subjects: { waiting: 0, running: 0, failed: 0 },
      })
      const ends = (await written(runId)).filter(({ kind }) => kind === 'run.ended')
      expect(ends).toMatchObject([
        { endReason: 'subjects_ended' },
        { endReason: 'last_page', items: 3 * 4 * PAGE },
      ])
    })

    test('failed subjects whose position is gone run anew, in a batch of their own', async () => {
      let isBroken = true
      answerPages(3, (path, page) => (isBroken && path.includes('lost') && page === 1 ? BROKEN : null))
      const { runId, searchId } = await startBatch(['lost', 'other'])
      const failed = (await partsOf(runId)).filter(({ isFailed }) => isFailed).map(({ id }) => id)
      for (const id of failed) services.places.take(id)
      isBroken = false
      const again = { runId: randomUUID(), searchId, failed }
      expect(await startBackgroundRun(admin, services, again)).toEqual({ runId: again.runId })
      await background.ended(again.runId)
      expect((await partsOf(again.runId)).map(({ subject, items }) => ({ subject, items }))).toEqual([
        { subject: 'lost', items: 3 * PAGE },
      ])
      const nothing = { ...again, runId: randomUUID(), failed: [randomUUID()] }
      await expect(startBackgroundRun(admin, services, nothing)).rejects.toMatchObject({ code: 'not_found' })
    })

    test('a batch: all subjects that its cap ended, up to a new one; its end is told again', async () => {
      answerPages(3)
      const { runId } = await startBatch(['one', 'two'], { capItems: PAGE })
      expect(await getRun(admin, runId)).toMatchObject({ endReason: 'cap_reached', may: { goOn: true } })
      const asked = await askedPages(async () => {
        expect(await goOn({ id: runId, batchId: null }, { capItems: 2 * PAGE })).toMatchObject({
          ...{ endReason: 'cap_reached', items: 2 * 2 * PAGE, capItems: 2 * PAGE },
        })
        const [one] = await partsOf(runId)
        expect(await goOn(one ?? expect.unreachable())).toMatchObject({
          endReason: 'last_page',
          items: 3 * PAGE,
        })
      })
      expect(asked).toBe(3)
      expect(await getRun(admin, runId)).toMatchObject({ endReason: 'subjects_ended', items: 5 * PAGE })
      expect(await written(runId)).toHaveLength(3)
    })

    test('a batch: not under caps that leave room for a page to none of its subjects', async () => {
      answerPages(3)
      const { runId } = await startBatch(['less', 'more'], { capItems: PAGE })
      const more = (await partsOf(runId)).find(({ subject }) => subject === 'more') ?? expect.unreachable()
      await goOn(more, { capItems: 2 * PAGE })
      const batch = { id: runId, batchId: null }
      const before = await getRun(admin, runId)
      const asked = await askedPages(async () => {
        for (const [caps, field, enough] of [
          [{ capItems: 2 * PAGE - 1 }, 'capItems', '200'],
          [{ capCredits: '0.199' }, 'capCredits', '0.20'],
          [{ capItems: 2 * PAGE, capCredits: '0.199' }, 'capCredits', '0.20'],
          [{ capItems: 1, capCredits: '0.2' }, 'capItems', '200'],
        ] as const)
          await expect(goOn(batch, caps)).rejects.toMatchObject({
            ...{ code: 'invalid', message: 'The batch was not continued.' },
            fields: { [field]: expect.stringContaining(`Enter ${enough} or more.`) },
          })
      })
      expect(asked).toBe(0)
      expect(await getRun(admin, runId)).toEqual(before)
      // The other one of the two has room.
      expect(await askedPages(() => goOn(batch, { capItems: 2 * PAGE, capCredits: '0.2' }))).toBe(1)
      expect((await partsOf(runId)).map(({ items }) => items)).toEqual([2 * PAGE, 2 * PAGE])
    })

    test('a batch: a resolved call that was charged counts in its caps', async () => {
      let isGarbled = true
      answerPages(3)
      const { answer } = upstream
      upstream.answer = (url) =>
        isGarbled && url.searchParams.get('cursor') === '1' ? { status: 200, body: '{' } : answer(url)
      const { runId } = await startBatch(['garbled', 'cut'])
      isGarbled = false
      const batch = { id: runId, batchId: null }
      const lost = await opened.db.attempt.findMany({ where: { teamId: admin.team.id, state: 'UNKNOWN' } })
      const ids = (await partsOf(runId)).map(({ id }) => id)
      const own = lost.filter((attempt) => attempt.runId !== null && ids.includes(attempt.runId))
      expect(own).toHaveLength(2)
      const few = { capItems: 3 * PAGE - 1 }
      await expect(goOn(batch, few)).rejects.toMatchObject({ code: 'invalid' })
      for (const { id: attemptId } of own)
        await resolveUnknown(admin, { attemptId, finding: 'charged', items: PAGE, note: 'On the bill' }, {})
      await expect(goOn(batch, few)).rejects.toMatchObject({ code: 'invalid' })
      expect(await askedPages(() => goOn(batch, { capItems: 3 * PAGE }))).toBe(2)
    })

    test('a batch that a budget stopped before its first page says so, and is only run again', async () => {
      answerPages(3)
      const searchId = await world.search({ subject: '', subjects: ['poor', 'poorer'] })
      await createBudget(
        admin,
        createBudgetInput.parse({
          ...{ name: 'Empty', scope: 'search', scopeId: searchId, period: 'month', unit: 'credits' },
          ...{ amount: '0.01', stops: true, tellsAt: [] },
        }),
      )
      const runId = randomUUID()
      const asked = await askedPages(async () => {
        await startBackgroundRun(admin, services, { runId, searchId, keyId: world.keyId })
        await background.ended(runId)
      })
      expect(asked).toBe(0)
      const batch = await getRun(admin, runId)
      expect(batch).toMatchObject({
        ...{ endReason: 'budget_refused', pages: 0, subjects: { failed: 2 }, may: { goOn: false } },
        endNote: expect.stringMatching(/^A budget stopped all 2 subjects\. “poor”: The budget “Empty”/),
      })
      await expect(goOn({ id: runId, batchId: null })).rejects.toThrow('can no longer be continued')
    })

    test('a batch: neither users that the API does not know, nor known items', async () => {
      const unknown = { status: 404, body: JSON.stringify({ error: 'User not found' }) }
      answerPages(3, (path) => (path.includes('nobody') ? unknown : null))
      const { runId } = await startBatch(['one', 'nobody'], { capItems: PAGE })
      const parts = await listBatchRuns(admin, runId)
      expect(parts.map(({ run }) => run?.isUserUnknown)).toEqual([false, true])
      expect(listContinuing(parts).map(({ subject }) => subject)).toEqual(['one'])
      const before = upstream.asked.length
      await goOn({ id: runId, batchId: null })
      expect(upstream.asked.length - before).toBe(2)
    })

    test('a subject that a budget stopped names the budget', async () => {
      answerPages(3)
      const searchId = await world.search({ subject: '', subjects: ['poor', 'rich'] })
      await createBudget(
        admin,
        createBudgetInput.parse({
          ...{ name: 'Tight', scope: 'search', scopeId: searchId, period: 'month', unit: 'credits' },
          ...{ amount: '0.35', stops: true, tellsAt: [] },
        }),
      )
      const runId = randomUUID()
      await startBackgroundRun(admin, services, { runId, searchId, keyId: world.keyId })
      await background.ended(runId)
      const parts = await partsOf(runId)
      expect(parts.map(({ endReason }) => endReason)).toEqual(['budget_refused', 'budget_refused'])
      for (const { endNote, pages } of parts) {
        expect(endNote).toContain('“Tight”')
        expect(pages).toBeGreaterThan(0)
      }
    })
  },
)
