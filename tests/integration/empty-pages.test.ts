import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, expect, test } from 'vitest'
import {
  continueRun,
  fetchNextPage,
  getRun,
  listBatchRuns,
  startBackgroundRun,
  startRun,
} from '@/lib/collect/runs'
import { startScriptedTeam } from '@/tests/factories/scripted-team'
import { makeMember } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnDatabase } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'
import { waitUntil } from '@/tests/support/wait-until'

const DAY = '2026-11-20T12:00:00Z'
const HOUR_MS = 3_600_000

/**
 * Returns the answers of a list with pages of these sizes. Each page leads to the next; the last has no
 * cursor.
 */
const listOf = (sizes: readonly number[]) => (url: URL) => {
  const at = Number(url.searchParams.get('cursor') ?? 0)
  const tweets = Array.from({ length: sizes[at] ?? 0 }, (_, item) => ({
    ...{ id: `${url.pathname} ${at} ${item}`, text: 'a', created_at: DAY },
  }))
  const next = at + 1 < sizes.length ? { next_cursor: String(at + 1) } : {}
  return { status: 200, body: JSON.stringify({ tweets, ...next }) }
}

const ITEM = { id: '1', text: 'a', created_at: DAY }
const EMPTY = Array(10).fill(0)
/** Continues a run without a cap. */
const goingOn = (runId = '') => ({ runId, capItems: null, capCredits: null })

describeOnDatabase('pages without items but with a cursor', async (open) => {
  const clock = makeTestClock(new Date('2026-11-27T12:00:00Z'))
  const opened = await open()
  const world = await startScriptedTeam(opened.db, { clock })
  afterEach(async () => expect(await brokenInvariants(opened.db)).toEqual([]))
  afterAll(() => world.close())

  test('an empty page in the middle of a list is not its end', async () => {
    world.upstream.answer = listOf([20, 0, 20])
    expect(await world.run()).toMatchObject({
      endReason: 'last_page',
      pages: 3,
      items: 40,
      chargeNano: 40_000_000n,
    })
  })

  test('stop conditions wait for a page with items', async () => {
    world.upstream.answer = listOf([0, 20, 0, 0, 20, 20])
    const untilAt = '2026-11-01T00:00:00Z'
    const searchId = await world.search({ operation: 'followers' })
    expect(await world.run({}, { untilAt, untilKnown: true, capItems: 200 })).toMatchObject({ items: 60 })
    expect(await world.run({}, { searchId, untilKnown: true })).toMatchObject({ items: 60 })
    // A second run of the search finds the same items, so it ends at the first page with any, and not before.
    expect(await world.run({}, { searchId, untilKnown: true })).toMatchObject({
      endReason: 'nothing_new',
      pages: 2,
    })
  })

  test('a run that ends after ten of them can continue after them, and buys nothing twice', async () => {
    world.upstream.answer = listOf([20, ...EMPTY, ...EMPTY, 20])
    const before = world.upstream.asked.length
    const ended = await world.run()
    expect(ended).toMatchObject({ endReason: 'empty_page', pages: 11, items: 20, may: { goOn: true } })
    const { admin } = world.team
    const goOn = async () => {
      await continueRun(admin, world.services, goingOn(ended.id))
      await world.services.background.ended(ended.id)
      return getRun(admin, ended.id)
    }
    expect(await goOn()).toMatchObject({ endReason: 'empty_page', pages: 21, items: 20 })
    expect(await goOn()).toMatchObject({ endReason: 'last_page', pages: 22, items: 40, may: { goOn: false } })
    expect(world.upstream.asked.length - before).toBe(22)
    await expect(goOn()).rejects.toThrow('can no longer be continued')
  })

  test('one that has ended an instant ago continues once its place is kept', async () => {
    world.upstream.answer = listOf([20, ...EMPTY, 20])
    const { id } = await world.run()
    const { admin } = world.team
    let isKept = false
    const background = {
      ...world.services.background,
      ended: async (runId: string) => {
        await world.services.background.ended(runId)
        isKept = true
      },
    }
    const { places: kept } = world.services
    const places = { ...kept, has: (runId: string) => isKept && kept.has(runId) }
    await continueRun(admin, { ...world.services, background, places }, goingOn(id))
    await background.ended(id)
    expect(await getRun(admin, id)).toMatchObject({ endReason: 'last_page', items: 40 })
  })

  test('a subject that goes on while its batch is open does not leave the batch open', async () => {
    const { admin } = world.team
    const isFirst = ({ pathname }: URL) => pathname.includes('first')
    world.upstream.answer = (url) => listOf(isFirst(url) ? [20, ...EMPTY, 20] : [20])(url)
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    world.upstream.gate = (url) => (isFirst(url) ? Promise.resolve() : second.promise)
    const searchId = await world.search({ subject: '', subjects: ['first', 'second'] })
    const asked = { runId: randomUUID(), searchId, keyId: world.keyId }
    const { runId } = await startBackgroundRun(admin, world.services, asked)
    const partsOf = async () => (await listBatchRuns(admin, runId)).map(({ run }) => run)
    await waitUntil(async () => expect((await partsOf())[0]?.endReason).toBe('empty_page'))
    world.upstream.gate = (url) => (isFirst(url) ? first.promise : second.promise)
    const [part] = await partsOf()
    await continueRun(admin, world.services, goingOn(part?.id))
    second.resolve()
    await waitUntil(async () => expect((await partsOf())[1]?.endReason).toBe('last_page'))
    expect(await getRun(admin, runId)).toMatchObject({ state: 'OPEN', subjects: { waiting: 0, running: 1 } })
    first.resolve()
    await world.services.background.ended(runId)
    expect(await getRun(admin, runId)).toMatchObject({ state: 'ENDED', endReason: 'last_page', items: 60 })
    world.upstream.gate = () => Promise.resolve()
  })

  test('subjects that go on after their batch count, as it does, among the runs that its member may have', async () => {
    const { admin } = world.team
    world.upstream.answer = listOf([20, ...EMPTY, 20])
    const searchId = await world.search({ subject: '', subjects: ['third', 'fourth'] })
    const asked = { runId: randomUUID(), searchId, keyId: world.keyId }
    const background = { ...world.services.background, maxPerMember: 1 }
    const services = { ...world.services, background }
    const { runId } = await startBackgroundRun(admin, services, asked)
    await background.ended(runId)
    const [third, fourth] = (await listBatchRuns(admin, runId)).map(({ run }) => run?.id ?? '')
    const other = await world.run()
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    world.upstream.gate = () => held
    await continueRun(admin, services, goingOn(third))
    expect(await getRun(admin, runId)).toMatchObject({ state: 'OPEN' })
    await expect(continueRun(admin, services, goingOn(other.id))).rejects.toThrow('You have 1 runs')
    await expect(startBackgroundRun(admin, services, { ...asked, runId: randomUUID() })).rejects.toThrow(
      'You have 1 runs',
    )
    await continueRun(admin, services, goingOn(fourth))
    release()
    await background.ended(runId)
    expect(await getRun(admin, runId)).toMatchObject({ state: 'ENDED', endReason: 'last_page', items: 80 })
    await continueRun(admin, services, goingOn(other.id))
    await background.ended(other.id)
    world.upstream.gate = () => Promise.resolve()
  })

  test('its position is kept for an hour, for its member', async () => {
    world.upstream.answer = listOf([20, ...EMPTY, 20])
    const ended = await world.run()
    const other = await makeMember(world.team, 'member')
    await expect(continueRun(other, world.services, goingOn(ended.id))).rejects.toThrow(
      'Only the member who started',
    )
    clock.advance(HOUR_MS)
    expect(await getRun(world.team.admin, ended.id)).toMatchObject({ may: { goOn: false } })
    await expect(continueRun(world.team.admin, world.services, goingOn(ended.id))).rejects.toThrow(
      'kept for an hour',
    )
  })

  test('page by page, a person sees each and can continue as long as they like', async () => {
    world.upstream.answer = listOf([20, ...EMPTY, ...EMPTY, 20])
    const { admin } = world.team
    const ids = { runId: randomUUID(), searchId: await world.search(), keyId: world.keyId }
    let answer = await startRun(admin, world.services, ids)
    const came = [answer.page?.items.length]
    while (answer.continuation) {
      answer = await fetchNextPage(admin, world.services, { continuation: answer.continuation })
      came.push(answer.page?.items.length)
    }
    expect(came).toEqual([20, ...EMPTY, ...EMPTY, 20])
    expect(answer.endReason).toBe('last_page')
  })

  test.each([
    ['the same cursor', () => ({ tweets: [], next_cursor: 'same' }), 'repeated_cursor', 2],
    [
      'the same items',
      (turn: number) => ({ tweets: [ITEM], next_cursor: `turn ${turn}` }),
      'repeated_page',
      2,
    ],
  ] as const)('%s again ends the run', async (_, pageOf, endReason, pages) => {
    let turn = 0
    world.upstream.answer = () => ({ status: 200, body: JSON.stringify(pageOf(turn++)) })
    expect(await world.run()).toMatchObject({ endReason, pages })
  })
})
