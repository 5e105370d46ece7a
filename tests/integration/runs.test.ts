import { randomUUID } from 'node:crypto'
import { afterAll, expect, test, vi } from 'vitest'
import {
  createRunServices,
  fetchNextPage,
  getRun,
  listRuns,
  type PageAnswer,
  startRun,
} from '@/lib/collect/runs'
import { createSearch, type SearchFields } from '@/lib/collect/searches'
import { addKey, checkKey, listKeys } from '@/lib/keys/keys'
import { listEntries } from '@/lib/money/ledger'
import { setPrice } from '@/lib/money/prices'
import { getWallet } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import { SANDBOX_PRICES } from '@/lib/sandbox'
import { defaultProvider } from '@/lib/upstream/client'
import { createUpstreams } from '@/lib/upstream/providers'
import { itemsOf } from '@/tests/factories/items'
import { makeMember, makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { startTestUpstream } from '@/tests/factories/upstream'
import { describeOnEachEngine } from '@/tests/support/databases'

const BALANCE = 1_000_000_000_000n

const KINDS = {
  timeline: { operation: 'timeline', subject: 'ada' },
  search: { operation: 'search', subject: 'coffee' },
  followers: { operation: 'followers', subject: 'ada' },
} as const

describeOnEachEngine('runs', async (open) => {
  const opened = await open()
  const clock = makeTestClock()
  const upstream = await startTestUpstream(clock)
  const team = await makeTeam(opened.db, clock)
  afterAll(() => upstream.close())

  const makeKey = async (balanceNano = BALANCE) => {
    const { key, walletId } = upstream.issueKey({ balanceNano })
    const environmentId = team.environments[0]?.id ?? ''
    const { id } = await addKey(team.admin, upstream, {
      key,
      name: '',
      walletId: team.walletId,
      environmentId,
    })
    const state = () => {
      const wallet = upstream.sandbox.operator.state().find((each) => each.id === walletId)
      const counts = wallet?.keys.find(({ prefix }) => prefix === key.slice(0, 12))
      if (!wallet || !counts) throw new Error('the sandbox does not know the key')
      return { balanceNano: wallet.balanceNano, ...counts }
    }
    return { id, key, walletId, state }
  }
  const makeSearch = (fields: Partial<SearchFields> = {}, ctx: TeamCtx = team.admin) =>
    createSearch(ctx, {
      name: 'A search',
      product: 'Latest',
      shared: true,
      environmentId: '',
      ...KINDS.timeline,
      ...fields,
    })
  const start = async (keyId: string, fields: Partial<SearchFields> = {}) => {
    const { id: searchId } = await makeSearch(fields)
    return startRun(team.admin, upstream, { runId: randomUUID(), searchId, keyId })
  }
  const next = (answer: PageAnswer, ctx: TeamCtx = team.admin) =>
    fetchNextPage(ctx, upstream, { continuation: answer.continuation ?? 'none' })

  test.each(Object.entries(KINDS))(
    'three pages of %s: the ledger, the run and the sandbox agree to the item',
    async (kind, fields) => {
      const { id, state } = await makeKey()
      const first = await start(id, fields)
      const third = await next(await next(first))
      const { items, pages, balanceNano } = state()
      expect(third.totals).toMatchObject({ pages: 3, items, unpricedItems: 0 })
      expect(pages).toBe(3)
      expect(third.totals.chargeNano).toBe(BALANCE - balanceNano)
      const { entries } = await listEntries(team.admin, { runId: first.runId })
      expect(entries.map(({ pageNumber }) => pageNumber)).toEqual([3, 2, 1])
      expect(entries.reduce((sum, entry) => sum + entry.items, 0)).toBe(items)
      expect(entries[0]).toMatchObject({
        operation: kind,
        outcome: 'SETTLED',
        httpStatus: 200,
        memberName: 'Ada Admin',
      })
      const stored = await itemsOf(team.admin, first.runId)
      expect(stored).toHaveLength(items)
      expect(new Set(stored.map((item) => item.id)).size).toBe(items)
    },
  )

  test('continues to the last page and says that it was the last', async () => {
    const { id, state } = await makeKey()
    let answer = await start(id, KINDS.search)
    while (answer.continuation) answer = await next(answer)
    expect(answer).toMatchObject({ endReason: 'last_page', problem: null })
    expect(answer.totals.items).toBe(state().items)
    const run = (await listRuns(team.admin)).find(({ id }) => id === answer.runId)
    expect(run).toMatchObject({ state: 'ENDED', endReason: 'last_page' })
  })

  test('a continuation works once: a double click costs one page, and both get it', async () => {
    const { id, state } = await makeKey()
    const first = await start(id)
    const answers = await Promise.all([next(first), next(first), next(first)])
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]?.page?.items.length).toBeGreaterThan(0)
    expect(state().pages).toBe(2)
  })

  test('a lost answer is returned again for 15 minutes, also for the first page; another process refuses', async () => {
    const { id, state } = await makeKey()
    const { id: searchId } = await makeSearch()
    const input = { runId: randomUUID(), searchId, keyId: id }
    const first = await startRun(team.admin, upstream, input)
    expect(await startRun(team.admin, upstream, input)).toEqual(first)
    const second = await next(first)
    expect(await next(first)).toEqual(second)
    const third = await next(second)
    // An old continuation leads to the run's current position.
    expect(await next(await next(first))).toEqual(third)
    expect(state().pages).toBe(3)
    expect(third.totals.chargeNano).toBe((await getRun(team.admin, first.runId)).chargeNano)

    const elsewhere = { ...upstream, answers: createRunServices(upstream, 'another', clock).answers }
    await expect(
      fetchNextPage(team.admin, elsewhere, { continuation: first.continuation ?? '' }),
    ).rejects.toMatchObject({
      code: 'conflict',
    })
    const viewer = { ...team.admin, actor: { ...team.admin.actor, role: 'viewer' as const } }
    await expect(next(first, viewer)).rejects.toMatchObject({ code: 'forbidden' })
    expect(state().pages).toBe(3)
  })

  test('the same start sent twice starts and pays for one run', async () => {
    const { id, state } = await makeKey()
    const { id: searchId } = await makeSearch()
    const input = { runId: randomUUID(), searchId, keyId: id }
    const [one, other] = await Promise.all([
      startRun(team.admin, upstream, input),
      startRun(team.admin, upstream, input),
    ])
    expect(one).toEqual(other)
    expect(state().pages).toBe(1)
  })

  test('a continuation is invalid, and costs nothing, for another session or team, or after 15 minutes', async () => {
    const { id, state } = await makeKey()
    const first = await start(id)
    const elsewhere = { ...team.admin, actor: { ...team.admin.actor, sid: 'another session' } }
    const stranger = (await makeOtherTeam(team)).admin
    for (const ctx of [elsewhere, stranger])
      await expect(next(first, ctx)).rejects.toMatchObject({ code: 'conflict' })
    const sealed = first.continuation ?? ''
    for (const at of [0, 20, sealed.length >> 1, sealed.length - 4]) {
      const sign = sealed[at] === 'A' ? 'B' : 'A'
      const altered = sealed.slice(0, at) + sign + sealed.slice(at + 1)
      await expect(next({ ...first, continuation: altered })).rejects.toMatchObject({ code: 'conflict' })
    }
    clock.advance(15 * 60_000)
    await expect(next(first)).rejects.toMatchObject({ code: 'conflict' })
    expect(state().pages).toBe(1)
  })

  test('a continuation reveals neither the cursor nor the key', async () => {
    const { id, key } = await makeKey()
    const { continuation } = await start(id)
    const bytes = Buffer.from(continuation ?? '', 'base64url').toString('latin1')
    expect(bytes.length).toBeGreaterThan(100)
    for (const word of [key.slice(12, 24), id, 'cursor', 'seen']) expect(bytes).not.toContain(word)
  })

  test('an empty wallet halts the key with a clear message, free of charge, until a check after a top-up', async () => {
    const { id, walletId, state } = await makeKey(SANDBOX_PRICES.timeline)
    const answer = await start(id)
    expect(answer.problem).toMatchObject({ kind: 'wallet_empty', charged: 'no' })
    expect(state()).toMatchObject({ pages: 0, balanceNano: SANDBOX_PRICES.timeline })
    const halted = await next(answer)
    expect(halted.problem).toMatchObject({ kind: 'wallet_empty', charged: 'no' })
    expect(upstream.pacers.find(id)?.figures().halted).toBe(halted.problem?.message)
    upstream.sandbox.operator.topUp(walletId, BALANCE)
    await checkKey(team.admin, upstream, id)
    expect(upstream.pacers.find(id)?.figures().halted).toBeNull()
    expect((await next(halted)).totals).toMatchObject({ pages: 1, unknownCalls: 0 })
  })

  test('a key that the API refuses is marked after its account was read, its attempt is free, and it is not used again', async () => {
    const { id, key, state } = await makeKey()
    const first = await start(id)
    upstream.sandbox.operator.revokeByPrefix(key.slice(0, 12))
    const refused = await next(first)
    expect(refused.problem).toMatchObject({ kind: 'not_allowed', charged: 'no' })
    await vi.waitFor(async () =>
      expect((await listKeys(team.admin)).find((each) => each.id === id)?.status).toBe('refused'),
    )
    const again = await next(refused)
    expect(again.problem).toMatchObject({ kind: 'key_refused', charged: 'no' })
    expect(again.continuation).not.toBeNull()
    expect(state().pages).toBe(1)
    const { entries } = await listEntries(team.admin, { runId: first.runId })
    expect(entries.map(({ outcome }) => outcome)).toEqual(['FREE', 'SETTLED'])
  })

  test('an unknown user is reported as not found, free of charge, and can be tried again', async () => {
    const { id, state } = await makeKey()
    const answer = await start(id, { subject: 'no_such_user_here' })
    expect(answer).toMatchObject({ page: null, problem: { kind: 'not_found', charged: 'no' } })
    expect(answer.continuation).not.toBeNull()
    expect((await next(answer)).problem).toMatchObject({ kind: 'not_found' })
    expect(state().items).toBe(0)
  })

  test('a new price applies from then on; settled pages keep theirs', async () => {
    const { id } = await makeKey()
    const first = await start(id)
    const old = first.page?.items.length ?? 0
    await setPrice(team.admin, { operation: 'timeline', price: '0.5', firstDay: '' })
    clock.advance(1)
    const second = await next(first)
    const fresh = second.page?.items.length ?? 0
    expect(second.totals.chargeNano).toBe(
      BigInt(old) * SANDBOX_PRICES.timeline + BigInt(fresh) * 500_000_000n,
    )
  })

  test('the expected balance is the last reading minus what was settled since', async () => {
    const { id, state } = await makeKey()
    await checkKey(team.admin, upstream, id)
    const before = (await getWallet(team.admin, team.walletId)).expectedNano
    await start(id, KINDS.followers)
    const after = await getWallet(team.admin, team.walletId)
    expect(before).toBe(BALANCE)
    expect(after.expectedNano).toBe(state().balanceNano)
    expect(after.balance?.balanceNano).toBe(BALANCE)
  })

  test('without a known price the expected balance is unknown, until the wallet is read again', async () => {
    const { id, state } = await makeKey()
    const { id: searchId } = await makeSearch(KINDS.followers)
    const { baseUrl } = upstream.upstreams
    const unpriced = createUpstreams({ baseUrl, clock, provider: defaultProvider })
    const services = { ...upstream, upstreams: unpriced }
    const answer = await startRun(team.admin, services, { runId: randomUUID(), searchId, keyId: id })
    await unpriced.close()
    expect(answer.totals).toMatchObject({ chargeNano: 0n, unpricedItems: 200 })
    expect((await getWallet(team.admin, team.walletId)).expectedNano).toBeNull()
    clock.advance(1)
    await checkKey(team.admin, upstream, id)
    expect((await getWallet(team.admin, team.walletId)).expectedNano).toBe(state().balanceNano)
  })

  test('a member runs searches, a viewer does not, a stranger finds nothing, a private run stays private', async () => {
    const { id, state } = await makeKey()
    const [member, viewer, stranger] = [
      await makeMember(team, 'member'),
      await makeMember(team, 'viewer'),
      (await makeOtherTeam(team)).admin,
    ]
    const { id: shared } = await makeSearch()
    const { id: own } = await makeSearch({ shared: false }, member)
    const run = (ctx: TeamCtx, searchId: string) =>
      startRun(ctx, upstream, { runId: randomUUID(), searchId, keyId: id })
    const answer = await run(member, own)
    expect(answer.problem).toBeNull()
    await expect(run(viewer, shared)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(run(stranger, shared)).rejects.toMatchObject({ code: 'not_found' })
    await expect(run(team.admin, own)).rejects.toMatchObject({ code: 'not_found' })
    for (const ctx of [team.admin, viewer, stranger]) {
      await expect(getRun(ctx, answer.runId)).rejects.toMatchObject({ code: 'not_found' })
    }
    expect(await itemsOf(member, answer.runId)).toHaveLength(answer.totals.items)
    expect(state().pages).toBe(1)
  })
})
