import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { fetchNextPage, getRun, type PageAnswer, startRun, startRunInput } from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { addKey } from '@/lib/keys/keys'
import { SANDBOX_PRICES } from '@/lib/sandbox'
import { defaultProvider } from '@/lib/upstream/client'
import { createUpstreams } from '@/lib/upstream/providers'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { startTestUpstream } from '@/tests/factories/upstream'
import { describeOnDatabase } from '@/tests/support/databases'

describeOnDatabase('a cap per run', async (open) => {
  const opened = await open()
  const clock = makeTestClock()
  const upstream = await startTestUpstream(clock)
  const team = await makeTeam(opened.db, clock)
  const fields = { operation: 'timeline', subject: 'ada', product: 'Latest', shared: true } as const
  const searchId = (await createSearch(team.admin, { name: 'Ada', environmentId: '', ...fields })).id
  const { key } = upstream.issueKey()
  const environmentId = team.environments[0]?.id ?? ''
  const keyId = (
    await addKey(team.admin, upstream, { key, name: '', walletId: team.walletId, environmentId })
  ).id
  afterAll(() => upstream.close())

  const start = (caps: { capItems?: number; capCredits?: string }, services: typeof upstream = upstream) =>
    startRun(team.admin, services, { runId: randomUUID(), searchId, keyId, ...caps })
  const next = ({ continuation }: PageAnswer) =>
    fetchNextPage(team.admin, upstream, { continuation: continuation ?? '' })

  test('in items: the run ends when no further page fits, each held at its maximum', async () => {
    const first = await start({ capItems: 250 })
    expect(first).toMatchObject({ totals: { items: 100 }, endReason: null })
    const second = await next(first)
    expect(second).toMatchObject({ totals: { items: 200 }, endReason: 'cap_reached', continuation: null })
    expect(await getRun(team.admin, first.runId)).toMatchObject({
      state: 'ENDED',
      endReason: 'cap_reached',
    })
    const reserved = await opened.db.attempt.findMany({
      where: { runId: first.runId },
      orderBy: { id: 'asc' },
    })
    expect(reserved.map(({ reservedItems }) => reservedItems)).toEqual([100, 100])
  })

  test('a remainder too small for a page is not requested', async () => {
    const first = await start({ capItems: 199 })
    expect(first).toMatchObject({ totals: { items: 100 }, endReason: 'cap_reached', continuation: null })
  })

  test('in credits: at the current price, to the item', async () => {
    const cap = SANDBOX_PRICES.timeline * 200n
    const first = await start({ capCredits: '30' })
    expect(cap).toBe(30_000_000_000n)
    const second = await next(first)
    expect(second.totals).toMatchObject({ items: 200, chargeNano: cap })
    const third = await next(second)
    expect(third).toMatchObject({
      page: null,
      problem: { kind: 'run_cap', charged: 'no' },
      endReason: 'cap_reached',
      continuation: null,
      totals: { items: 200 },
    })
    expect(await opened.db.attempt.count({ where: { runId: first.runId } })).toBe(2)
  })

  test('in credits without a known price: nothing is bought, and the run can continue once there is one', async () => {
    const { baseUrl } = upstream.upstreams
    const unpriced = createUpstreams({ baseUrl, clock: team.admin.clock, provider: defaultProvider })
    const first = await start({ capCredits: '5' }, { ...upstream, upstreams: unpriced })
    expect(first).toMatchObject({
      page: null,
      problem: { kind: 'run_cap' },
      endReason: null,
      totals: { pages: 0 },
    })
    await unpriced.close()
    expect((await next(first)).totals.items).toBe(33)
  })

  test('below a page: the first page is bought with that count, and no other', async () => {
    const first = await start({ capItems: 30 })
    expect(first).toMatchObject({ totals: { items: 30 }, endReason: 'cap_reached', continuation: null })
    const reserved = await opened.db.attempt.findMany({ where: { runId: first.runId } })
    expect(reserved.map(({ reservedItems }) => reservedItems)).toEqual([100])
  })

  test('invalid caps are refused', async () => {
    expect(startRunInput.safeParse({ runId: randomUUID(), searchId, keyId, capItems: 0 }).success).toBe(false)
    await expect(start({ capItems: 19 })).rejects.toMatchObject({
      fields: { capItems: 'A page has about 20 items at least.' },
    })
    for (const capCredits of ['none', '-1', '0'])
      await expect(start({ capCredits })).rejects.toMatchObject({
        fields: { capCredits: 'Enter a number, such as 2.5, with at most 9 decimals.' },
      })
  })
})
