import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startRun } from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { addKey } from '@/lib/keys/keys'
import { setPrice } from '@/lib/money/prices'
import { listUnknowns, reconcileWallet, resolveUnknown } from '@/lib/money/statements'
import type { TeamCtx } from '@/lib/platform/db'
import { createBalanceWatch, systemCtx } from '@/lib/server/jobs'
import { makeTeam, type TestTeam } from '@/tests/factories/team'
import { makeTestClock, type TestClock } from '@/tests/factories/test-clock'
import { startTestUpstream, type TestUpstream } from '@/tests/factories/upstream'
import { describeOnEachEngine, type TestDb } from '@/tests/support/databases'

const MINUTE = 60_000

describeOnEachEngine('lost calls', (open) => {
  let opened: TestDb
  let clock: TestClock
  let team: TestTeam
  let ctx: TeamCtx
  let upstream: TestUpstream
  let keyId: string
  let searchId: string
  beforeAll(async () => {
    opened = await open()
    clock = makeTestClock()
    upstream = await startTestUpstream(clock, undefined, clock)
    team = await makeTeam(opened.db, clock)
    ctx = team.admin
    const key = { key: upstream.issueKey().key, name: '', environmentId: team.environments[0]?.id ?? '' }
    keyId = (await addKey(ctx, upstream, { ...key, walletId: team.walletId })).id
    const asked = { operation: 'timeline', subject: 'ada', product: 'Latest' } as const
    searchId = (await createSearch(ctx, { name: 'A', shared: true, environmentId: '', ...asked })).id
  })
  afterAll(async () => {
    await upstream.close()
    await opened.close()
  })

  const run = () => startRun(ctx, upstream, { runId: randomUUID(), searchId, keyId })
  const lose = async () => {
    clock.advance(1000)
    upstream.sandbox.setFault({ name: 'reset-after-charge', seed: 1, share: 1, only: 'pages' })
    await run()
    upstream.sandbox.setFault(null)
    const [lost] = await listUnknowns(ctx)
    if (!lost) throw new Error('No call was lost')
    return lost
  }

  test('one is resolved at the price of its time, by an admin and by readings, though a dearer one is coming', async () => {
    await setPrice(ctx, { operation: 'timeline', price: '0.20', firstDay: '2026-03-11' })
    const first = await lose()
    expect(first.mostMicro).toBe(20_000_000n)
    await resolveUnknown(ctx, {
      attemptId: first.attemptId,
      finding: 'charged',
      items: 100,
      note: 'Their bill',
    })
    clock.advance(2 * MINUTE)
    const watch = createBalanceWatch(clock)
    const visit = () => watch.visit(systemCtx(opened.db, clock, ctx.team), upstream, async () => true)
    await visit()
    const second = await lose()
    clock.advance(2 * MINUTE)
    await visit()
    await reconcileWallet(ctx, team.walletId, { timeline: null, search: null, followers: null })
    const resolved = await listUnknowns(ctx)
    const chargeOf = (id: string) => resolved.find(({ attemptId }) => attemptId === id)?.resolution
    expect(chargeOf(first.attemptId)).toMatchObject({ items: 100, chargeMicro: 15_000_000n })
    expect(chargeOf(second.attemptId)).toMatchObject({ items: 100, chargeMicro: 15_000_000n, by: 'Purser' })
  })
})
