import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { createBackgroundRuns, createRunServices, getRun, startBackgroundRun } from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { type Clock, newId, systemClock } from '@/lib/kernel'
import { addKey } from '@/lib/keys/keys'
import { createVault } from '@/lib/platform/vault'
import { readProvider } from '@/lib/upstream/client'
import { createPacers } from '@/lib/upstream/pacing'
import { createUpstreams } from '@/lib/upstream/providers'
import { type ScriptedUpstream, startScriptedUpstream } from '@/tests/factories/scripted-upstream'
import { makeTeam } from '@/tests/factories/team'
import { describeOnDatabase } from '@/tests/support/databases'

/** A clock that shortens waits between tries. */
const hasty: Clock = { ...systemClock, sleep: (ms, signal) => systemClock.sleep(Math.min(ms, 5), signal) }

describeOnDatabase('an answer that cannot be read', async (open) => {
  const opened = await open()
  const upstream = await startScriptedUpstream()
  const upstreams = createUpstreams({
    baseUrl: upstream.baseUrl,
    clock: systemClock,
    provider: readProvider({ price: { timeline: '0.001' } }),
  })
  const access = { upstreams, pacers: createPacers(systemClock), vault: createVault(randomBytes(32)) }
  const services = createRunServices(access, newId(), systemClock)
  const background = createBackgroundRuns({
    services,
    clock: systemClock,
    isShared: false,
    onError: (error) => expect.unreachable(String(error)),
  })
  const team = await makeTeam(opened.db, systemClock)
  const where = { walletId: team.walletId, environmentId: team.environments[0]?.id ?? '' }
  const keyId = (await addKey(team.admin, services, { key: upstream.key, name: '', ...where })).id
  afterAll(async () => {
    await background.stop()
    services.pacers.closeAll()
    await services.upstreams.close()
    await upstream.close()
  })

  async function runWith(answer: ScriptedUpstream['answer'], conditions: { untilAt?: string } = {}) {
    upstream.answer = answer
    const subject = randomUUID()
    const search = { name: subject, operation: 'timeline', subject, shared: true } as const
    const { id: searchId } = await createSearch(team.admin, search)
    const runId = randomUUID()
    const before = upstream.asked.length
    const ctx = { ...team.admin, clock: hasty }
    await startBackgroundRun(ctx, { ...services, background }, { runId, searchId, keyId, ...conditions })
    await background.ended(runId)
    return { run: await getRun(team.admin, runId), calls: upstream.asked.length - before }
  }

  test.each([
    ['one that is no JSON', '{"tweets":[', 'Deepest answer'],
    ['one without a list', '{"stuff":{"a":1}}', 'List of a timeline'],
    ['one that is too deep', `{"tweets":[{"a":${'['.repeat(40)}${']'.repeat(40)}}]}`, 'Deepest answer'],
  ])('%s is bought once, counts as unknown, and the run says what to set', async (_, body, label) => {
    const { run, calls } = await runWith(() => ({ status: 200, body }))
    expect(calls).toBe(1)
    expect(run).toMatchObject({ endReason: 'problem', items: 0, unknownCalls: 1 })
    expect(run.endNote).toContain(`“${label}”`)
    expect(run.endNote).toContain('It may have been charged, so the page was not bought again.')
  })

  test('a 400 for a later page is about the cursor: the first page stays, and the path is not blamed', async () => {
    const page = '{"tweets":[{"id":"1","text":"a","created_at":"2026-11-20T12:00:00Z"}],"next_cursor":"c"}'
    const refused = { status: 400, body: '{"message":"invalid parameter"}' }
    const { run, calls } = await runWith((url) =>
      url.searchParams.has('cursor') ? refused : { status: 200, body: page },
    )
    expect(calls).toBe(2)
    expect(run).toMatchObject({ endReason: 'problem', items: 1, unknownCalls: 0 })
    expect(run.endNote).toContain('cursor')
    expect(run.endNote).not.toMatch(/path|Check the user/)
    const first = await runWith(() => refused)
    expect(first.run.endNote).toContain('Check the user or the query')
  })

  const pageOf = (item: object) => ({
    status: 200,
    body: JSON.stringify({ tweets: Array.from({ length: 20 }, () => item), next_cursor: 'c' }),
  })

  test('a page whose items have neither an id nor a text by the provider’s names is the last to be bought', async () => {
    const { run, calls } = await runWith(() => pageOf({ key: '1', words: 'a', at: '2026-11-20' }))
    expect(calls).toBe(1)
    expect(run).toMatchObject({ endReason: 'unread_items', items: 20 })
  })

  test('if a run stops at a date and no time can be read, its first page is the last', async () => {
    const untilAt = '2026-11-01T00:00:00Z'
    const soon = () => pageOf({ id: '1', text: 'a', created_at: 'some days ago' })
    const { run, calls } = await runWith(soon, { untilAt })
    expect(calls).toBe(1)
    expect(run).toMatchObject({ endReason: 'unread_times', items: 20 })
  })

  test('dates in the format of RFC 1123 are read', async () => {
    const old = () => pageOf({ id: '1', text: 'a', created_at: 'Fri, 30 Oct 2026 10:00:00 GMT' })
    const { run, calls } = await runWith(old, { untilAt: '2026-11-01T00:00:00Z' })
    expect([calls, run.endReason]).toEqual([1, 'date_passed'])
  })

  test('one that reports a failure of the API is retried', async () => {
    const { run, calls } = await runWith(() => ({ status: 503, body: '{}' }))
    expect(calls).toBe(3)
    expect(run.endNote).toContain('It was tried 3 times.')
    expect(run.endNote).not.toContain('..')
  })
})
