import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startRun } from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { AppError, type Clock } from '@/lib/kernel'
import { addKey, checkKey, readBalance } from '@/lib/keys/keys'
import { createWallet } from '@/lib/money/wallets'
import { SANDBOX_PRICES } from '@/lib/sandbox'
import { createBalanceWatch, systemCtx } from '@/lib/server/jobs'
import { createHaltedWalletWatch } from '@/lib/server/jobs/key-jobs'
import { createPacers } from '@/lib/upstream/pacing'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { startTestUpstream } from '@/tests/factories/upstream'
import { describeOnDatabase } from '@/tests/support/databases'

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE
/** Price of one page of the search. */
const PAGE = 100n * SANDBOX_PRICES.timeline

describeOnDatabase('the job that reads balances', async (open) => {
  let walletId: string
  let keyId: string
  let upstreamWallet: string
  const opened = await open()
  const clock = makeTestClock()
  const upstream = await startTestUpstream(clock, undefined, clock)
  const team = await makeTeam(opened.db, clock)
  const ctx = team.admin
  const asked = { operation: 'timeline', subject: 'ada', product: 'Latest' } as const
  const searchId = (await createSearch(ctx, { name: 'A', shared: true, environmentId: '', ...asked })).id
  afterAll(() => upstream.close())
  beforeEach(async () => {
    walletId = (await createWallet(ctx, { name: randomUUID() })).id
    const issued = upstream.issueKey({ balanceNano: 6n * PAGE })
    upstreamWallet = issued.walletId
    const key = { key: issued.key, name: '', walletId, environmentId: team.environments[0]?.id ?? '' }
    keyId = (await addKey(ctx, upstream, key)).id
  })

  const run = () => startRun(ctx, upstream, { runId: randomUUID(), searchId, keyId })
  const visitWith =
    (watch = createBalanceWatch()) =>
    () =>
      watch.visit(systemCtx(opened.db, clock, ctx.team), upstream, async () => true)
  const sources = async () => {
    const rows = await opened.db.balanceReading.findMany({ where: { walletId }, orderBy: { at: 'asc' } })
    return rows.map(({ source, quietMs }) => [source, quietMs])
  }

  test('a run reads the balance again if the last reading came from a clock a day ahead', async () => {
    clock.advance(DAY)
    await checkKey(ctx, upstream, keyId)
    clock.advance(-DAY)
    await run()
    expect((await sources()).map(([source]) => source)).toEqual(['key-added', 'key-checked', 'run'])
  })

  test('a check just after a run does not replace the reading of the quiet wallet', async () => {
    const visit = visitWith()
    clock.advance(MINUTE)
    await run()
    clock.advance(2 * SECOND)
    await checkKey(ctx, upstream, keyId)
    await visit()
    clock.advance(MINUTE)
    await visit()
    await visit()
    expect(await sources()).toEqual([
      ['key-added', null],
      ['key-checked', 2 * SECOND],
      ['schedule', 62 * SECOND],
    ])
  })

  test('an empty wallet’s balance is read at growing intervals, and a top-up releases its keys', async () => {
    const watch = createHaltedWalletWatch()
    const visit = () => watch.visit(systemCtx(opened.db, clock, ctx.team), upstream, async () => true)
    for (let page = 0; page < 6; page++) expect((await run()).problem).toBeNull()
    expect((await run()).problem?.kind).toBe('wallet_empty')
    const before = (await sources()).length
    const askedAt: number[] = []
    for (let seconds = 0; seconds <= 240; seconds += 5) {
      const known = (await sources()).length
      await visit()
      if ((await sources()).length > known) askedAt.push(seconds)
      clock.advance(5 * SECOND)
    }
    expect(askedAt).toEqual([15, 45, 105, 225])
    expect((await sources()).length).toBe(before + 4)
    expect((await run()).problem?.kind).toBe('wallet_empty')
    upstream.sandbox.operator.topUp(upstreamWallet, 6n * PAGE)
    clock.advance(4 * MINUTE)
    await visit()
    expect(upstream.pacers.halted()).toEqual([])
    expect((await run()).problem).toBeNull()
  })

  /** Returns Purser's clock set back by a day; the upstream's clock stays. */
  const setBack = (): Clock => ({ ...clock, now: () => new Date(clock.now().getTime() - DAY) })

  test('an empty wallet is read just as soon if the clock was set back by a day', async () => {
    const watch = createHaltedWalletWatch()
    const visit = (at: Clock) => watch.visit(systemCtx(opened.db, at, ctx.team), upstream, async () => true)
    for (let page = 0; page < 6; page++) expect((await run()).problem).toBeNull()
    expect((await run()).problem?.kind).toBe('wallet_empty')
    await visit(clock)
    upstream.sandbox.operator.topUp(upstreamWallet, 6n * PAGE)
    for (let seconds = 0; seconds <= 60; seconds += 5) {
      clock.advance(5 * SECOND)
      await visit(setBack())
    }
    expect(upstream.pacers.halted()).toEqual([])
  })

  test('a wallet whose upstream did not answer is read again, even if the clock was set back by a day', async () => {
    const watch = createBalanceWatch()
    const visit = (access: typeof upstream, at: Clock = clock) =>
      watch.visit(systemCtx(opened.db, at, ctx.team), access, async () => true)
    const away = { for: () => Promise.reject(new AppError('upstream', 'It is away.')) }
    await run()
    const before = (await sources()).length
    clock.advance(2 * 60 * MINUTE)
    await visit({ ...upstream, upstreams: { ...upstream.upstreams, ...away } })
    await visit(upstream)
    expect(await sources()).toHaveLength(before)
    await visit(upstream, setBack())
    expect(await sources()).toHaveLength(before + 1)
  })

  test('a top-up that another process has read releases an empty wallet’s keys at once', async () => {
    const watch = createHaltedWalletWatch()
    const visit = () => watch.visit(systemCtx(opened.db, clock, ctx.team), upstream, async () => true)
    for (let page = 0; page < 6; page++) expect((await run()).problem).toBeNull()
    expect((await run()).problem?.kind).toBe('wallet_empty')
    await visit()
    const pacers = createPacers(clock)
    const other = { ...upstream, pacers }
    await readBalance(ctx, other, walletId, 'check')
    clock.advance(5 * SECOND)
    await visit()
    expect(upstream.pacers.halted()).toEqual([keyId])
    upstream.sandbox.operator.topUp(upstreamWallet, 6n * PAGE)
    await readBalance(ctx, other, walletId, 'check')
    clock.advance(5 * SECOND)
    await visit()
    expect(upstream.pacers.halted()).toEqual([])
    expect((await run()).problem).toBeNull()
    pacers.closeAll()
  })

  test('runs that start at once share one reading', async () => {
    clock.advance(11 * MINUTE)
    const started = await Promise.all([run(), run(), run()])
    expect(started.map(({ problem }) => problem)).toEqual([null, null, null])
    expect(await sources()).toEqual([
      ['key-added', null],
      ['run', null],
    ])
    clock.advance(11 * MINUTE)
    await run()
    expect(await sources()).toHaveLength(3)
  })
})
