import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startRun } from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { addKey, checkKey } from '@/lib/keys/keys'
import { createWallet } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import { createBalanceWatch, systemCtx } from '@/lib/server/jobs'
import { makeTeam, type TestTeam } from '@/tests/factories/team'
import { makeTestClock, type TestClock } from '@/tests/factories/test-clock'
import { startTestUpstream, type TestUpstream } from '@/tests/factories/upstream'
import { describeOnEachEngine, type TestDb } from '@/tests/support/databases'

const SECOND = 1000
const MINUTE = 60 * SECOND

describeOnEachEngine('the job that reads balances', (open) => {
  let opened: TestDb
  let clock: TestClock
  let team: TestTeam
  let ctx: TeamCtx
  let upstream: TestUpstream
  let searchId: string
  let walletId: string
  let keyId: string
  let upstreamWallet: string
  beforeAll(async () => {
    opened = await open()
    clock = makeTestClock()
    upstream = await startTestUpstream(clock, undefined, clock)
    team = await makeTeam(opened.db, clock)
    ctx = team.admin
    const asked = { operation: 'timeline', subject: 'ada', product: 'Latest' } as const
    searchId = (await createSearch(ctx, { name: 'A', shared: true, environmentId: '', ...asked })).id
  })
  afterAll(async () => {
    await upstream.close()
    await opened.close()
  })
  beforeEach(async () => {
    walletId = (await createWallet(ctx, { name: randomUUID() })).id
    const issued = upstream.issueKey({ balanceMicro: 100_000_000n })
    upstreamWallet = issued.walletId
    const key = { key: issued.key, name: '', walletId, environmentId: team.environments[0]?.id ?? '' }
    keyId = (await addKey(ctx, upstream, key)).id
  })

  const run = () => startRun(ctx, upstream, { runId: randomUUID(), searchId, keyId })
  const visitWith =
    (watch = createBalanceWatch(clock)) =>
    () =>
      watch.visit(systemCtx(opened.db, clock, ctx.team), upstream, async () => true)
  const sources = async () => {
    const rows = await opened.db.balanceReading.findMany({ where: { walletId }, orderBy: { at: 'asc' } })
    return rows.map(({ source, quietMs }) => [source, quietMs])
  }

  test('a re-check just after a run does not stand for the reading of the quiet wallet', async () => {
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
    expect(upstreamWallet).not.toBe('')
  })
})
