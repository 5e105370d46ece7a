import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { fetchNextPage, listRuns, type PageAnswer, type RunServices, startRun } from '@/lib/collect/runs'
import { openContinuation } from '@/lib/collect/runs/core/continuation'
import { fetchPageAt } from '@/lib/collect/runs/loop/fetch-next-page'
import { createSearch } from '@/lib/collect/searches'
import { AppError } from '@/lib/kernel'
import { addKey, checkKey, deleteKey, disableKey, enableKey } from '@/lib/keys/keys'
import { listEntries } from '@/lib/money/ledger'
import { createPacers, type Pacers } from '@/lib/upstream/pacing'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { startTestUpstream, type TestUpstream } from '@/tests/factories/upstream'
import { makeVirtualClock } from '@/tests/factories/virtual-clock'
import { describeOnDatabase } from '@/tests/support/databases'
import { waitUntil } from '@/tests/support/wait-until'

const BALANCE = 1_000_000_000_000n

describeOnDatabase('a run’s continuation', async (open) => {
  const clock = makeTestClock()
  const opened = await open()
  const upstream = await startTestUpstream(clock)
  const team = await makeTeam(opened.db, clock)
  const timeline = { operation: 'timeline', subject: 'ada', product: 'Latest' } as const
  const search = { name: 'Ada', shared: true, environmentId: '', ...timeline }
  const searchId = (await createSearch(team.admin, search)).id
  afterAll(() => upstream.close())

  const makeKey = async (options: Parameters<TestUpstream['issueKey']>[0] = {}) => {
    const { key, walletId } = upstream.issueKey({ balanceNano: BALANCE, ...options })
    const environmentId = team.environments[0]?.id ?? ''
    const { id } = await addKey(team.admin, upstream, {
      key,
      name: '',
      walletId: team.walletId,
      environmentId,
    })
    const pages = () =>
      upstream.sandbox.operator
        .state()
        .flatMap(({ keys }) => keys)
        .find(({ prefix }) => prefix === key.slice(0, 12))?.pages
    return { id, walletId, pages }
  }
  const start = (keyId: string, services: RunServices = upstream) =>
    startRun(team.admin, services, { runId: randomUUID(), searchId, keyId })
  const next = ({ continuation }: PageAnswer, services: RunServices = upstream) =>
    fetchNextPage(team.admin, services, { continuation: continuation ?? 'none' })
  const outcomes = async (runId: string) =>
    (await listEntries(team.admin, { runId })).entries.map(({ outcome }) => outcome)

  /** Makes a queue in which the key's next slot never comes. */
  const makeStandstill = (keyId: string) => {
    const pacers = createPacers(makeVirtualClock())
    const pacer = pacers.for(keyId, 1, `standstill of ${keyId}`)
    return { services: { ...upstream, pacers: { ...pacers, for: () => pacer } }, pacers, pacer }
  }
  const emptyWallet = new AppError('upstream', 'The wallet is empty.')

  /** Causes for a page to fail while it waits for its slot. */
  const ENDS: Record<string, (pacers: Pacers, keyId: string) => void> = {
    wallet_empty: (pacers, keyId) => pacers.find(keyId)?.halt(emptyWallet),
    key_disabled: (pacers, keyId) => pacers.drop(keyId),
    stopping: (pacers) => pacers.closeAll(),
  }

  test('stays usable, as does an older one, and nothing is charged, whatever ends the wait for a slot', async () => {
    const { id, pages } = await makeKey()
    const first = await start(id)
    let bought = 1
    let at = first
    const property = fc.asyncProperty(
      fc.array(fc.constantFrom(...Object.keys(ENDS)), { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      async (kinds, usesOld) => {
        let latest = at
        for (const kind of kinds) {
          const { services, pacers, pacer } = makeStandstill(id)
          await pacer.slot()
          const click = next(latest, services)
          await waitUntil(() => expect(pacer.figures().queued).toBe(1))
          const again = next(latest, services)
          ENDS[kind]?.(pacers, id)
          latest = await click
          expect(await again).toEqual(latest)
          expect(latest).toMatchObject({ page: null, problem: { kind, charged: 'no' } })
          expect(latest.totals).toMatchObject({ pages: bought, unknownCalls: 0 })
        }
        expect(pages()).toBe(bought)
        const [one, other] = await Promise.all([next(usesOld ? at : latest), next(latest)])
        expect(one).toEqual(other)
        at = one
        expect(at.totals.pages).toBe(++bought)
        expect(pages()).toBe(bought)
      },
    )
    await fc.assert(property, { numRuns: 6 })
  })

  test('a page given up while it waits is free; one that was sent is not given up, and is unknown if lost', async () => {
    const { id, pages } = await makeKey()
    const first = await start(id)
    const at = await openContinuation(team.admin, upstream.vault, first.continuation ?? '')
    const { services, pacer } = makeStandstill(id)
    await pacer.slot()
    const waiting = new AbortController()
    const click = fetchPageAt(team.admin, services, at, { priority: 'run', signal: waiting.signal })
    await waitUntil(() => expect(pacer.figures().queue.run.waiting).toBe(1))
    waiting.abort()
    expect((await click).problem).toMatchObject({ kind: 'cancelled', charged: 'no' })

    const sent = new AbortController()
    const problem = { kind: 'out_of_reach', charged: 'unknown', message: 'No answer came.' } as const
    const upstreams: RunServices['upstreams'] = {
      ...upstream.upstreams,
      for: async (ctx) => ({
        ...(await upstream.upstreams.for(ctx)),
        fetchPage: (_key, _request, options) => {
          sent.abort()
          expect(options?.signal).toBeUndefined()
          return Promise.resolve({ ok: false, problem, httpStatus: null, latencyMs: 1 })
        },
      }),
    }
    const lost = await fetchPageAt(team.admin, { ...upstream, upstreams }, at, { signal: sent.signal })
    expect(lost.problem).toMatchObject({ kind: 'out_of_reach', charged: 'unknown' })
    expect(lost.totals).toMatchObject({ pages: 1, unknownCalls: 1, unknownItems: 100 })
    expect(await outcomes(first.runId)).toEqual(['UNKNOWN', 'FREE', 'SETTLED'])
    const run = (await listRuns(team.admin)).find(({ id }) => id === first.runId)
    expect(run).toMatchObject({ unknownCalls: 1, unknownItems: 100 })

    // The old continuation does not request again what may have been paid for.
    await expect(next(first)).rejects.toMatchObject({ code: 'conflict' })
    expect((await next(lost)).totals).toMatchObject({ pages: 2, unknownCalls: 1 })
    expect(pages()).toBe(2)
  })

  test('an error of ours is unknown after the call was sent, and free before', async () => {
    const { id } = await makeKey()
    const first = await start(id)
    const at = await openContinuation(team.admin, upstream.vault, first.continuation ?? '')
    const failing = (isSent: boolean): RunServices['upstreams'] => ({
      ...upstream.upstreams,
      for: async (ctx) => ({
        ...(await upstream.upstreams.for(ctx)),
        fetchPage: (_key, _request, options) => {
          if (isSent) options?.onSent?.()
          return Promise.reject(new TypeError('a fault of ours'))
        },
      }),
    })
    const free = await fetchPageAt(team.admin, { ...upstream, upstreams: failing(false) }, at, {})
    expect(free.problem).toMatchObject({ kind: 'stopping', charged: 'no' })
    const lost = await fetchPageAt(team.admin, { ...upstream, upstreams: failing(true) }, at, {})
    expect(lost.problem).toMatchObject({ kind: 'not_understood', charged: 'unknown' })
    expect(await outcomes(first.runId)).toEqual(['UNKNOWN', 'FREE', 'SETTLED'])
    expect((await next(lost)).totals).toMatchObject({ pages: 2, unknownCalls: 1 })
  })

  test('continues where it was once its key is enabled again', async () => {
    const { id, pages } = await makeKey()
    const first = await start(id)
    await disableKey(team.admin, upstream, id)
    const refused = await next(first)
    expect(refused.problem).toMatchObject({ kind: 'key_disabled', charged: 'no' })
    expect(refused.problem?.message).toContain('enable')
    expect(await outcomes(first.runId)).toEqual(['SETTLED'])
    await enableKey(team.admin, id)
    expect((await next(refused)).totals.pages).toBe(2)
    expect(pages()).toBe(2)
  })

  test('is kept if its key is deleted, which the answer says', async () => {
    const { id } = await makeKey()
    const first = await start(id)
    await deleteKey(team.admin, upstream, id)
    const refused = await next(first)
    expect(refused).toMatchObject({ problem: { kind: 'key_disabled' }, totals: { pages: 1 } })
    expect(refused.problem?.message).toContain('deleted')
    expect(refused.continuation).not.toBeNull()
  })

  test('a balance read with one key releases the other keys of its wallet', async () => {
    const [one, other] = [await makeKey(), await makeKey()]
    const pacer = upstream.pacers.find(one.id)
    pacer?.halt(emptyWallet)
    expect((await start(one.id)).problem).toMatchObject({
      kind: 'wallet_empty',
      message: emptyWallet.message,
    })
    await checkKey(team.admin, upstream, other.id)
    expect(pacer?.figures().halted).toBeNull()
    expect((await start(one.id)).totals.pages).toBe(1)
  })
})
