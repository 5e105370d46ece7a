import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { fetchNextPage, getRun, startRun } from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { addKey, checkKey } from '@/lib/keys/keys'
import { getWallet } from '@/lib/money/wallets'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { startTestUpstream } from '@/tests/factories/upstream'
import { describeOnEachEngine } from '@/tests/support/databases'

/** More than 32 bits can hold. */
const MANY = 3_000_000_000

describeOnEachEngine('counts beyond 32 bits', async (open) => {
  const opened = await open()
  const clock = makeTestClock()
  const upstream = await startTestUpstream(clock, {}, clock)
  const team = await makeTeam(opened.db, clock)
  afterAll(() => upstream.close())

  test('a run is still counted, and so are a wallet’s items without a price', async () => {
    const ctx = team.admin
    const key = { key: upstream.issueKey().key, name: '', environmentId: team.environments[0]?.id ?? '' }
    const keyId = (await addKey(ctx, upstream, { ...key, walletId: team.walletId })).id
    const asked = { operation: 'timeline', subject: 'ada', product: 'Latest' } as const
    const search = await createSearch(ctx, { name: 'A', shared: true, environmentId: '', ...asked })
    const runId = randomUUID()
    const first = await startRun(ctx, upstream, { runId, searchId: search.id, keyId })
    const many = BigInt(MANY)
    await opened.db.run.update({
      where: { id: runId },
      data: { items: many, newItems: many, unpricedItems: many },
    })
    await fetchNextPage(ctx, upstream, { continuation: first.continuation ?? '' })
    expect(await getRun(ctx, runId)).toMatchObject({
      items: MANY + 100,
      newItems: MANY + 100,
      unpricedItems: MANY + 100,
    })
    // As after two years of a fast key, spread over several quarter hours.
    const [rollup] = await opened.db.rollup.findMany()
    if (!rollup) throw new Error('There is no rollup')
    const half = { ...rollup, unpricedItems: 2_000_000_000 }
    await opened.db.rollup.createMany({ data: [1, 2].map((quarter) => ({ ...half, quarter })) })
    const [total] = await opened.db.walletTotal.findMany()
    if (!total) throw new Error('There is no total')
    const { teamId, walletId, operation } = total
    await opened.db.walletTotal.update({
      where: { teamId_walletId_operation: { teamId, walletId, operation } },
      data: { unpricedItems: total.unpricedItems + 4_000_000_000n },
    })
    clock.advance(60_000)
    await checkKey(ctx, upstream, keyId)
    expect((await getWallet(ctx, team.walletId)).balance?.unpricedItems).toBe(4_000_000_200)
  })
})
