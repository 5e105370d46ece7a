import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { buyPage, type PageOrder, startRun, startRunInput } from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { newId, perItemTariff, systemClock } from '@/lib/kernel'
import { addKey, findUsableKey } from '@/lib/keys/keys'
import { createBudget, createBudgetInput } from '@/lib/money/budgets'
import { startMetrics } from '@/lib/platform/metrics'
import { createMetricsReader, createTeamGauges } from '@/lib/server/telemetry'
import { connectToWorker, serveWorker, type WorkerFacts, type WorkerParts } from '@/lib/server/worker'
import type { Answer, PageOutline } from '@/lib/upstream/client'
import { makeLinkPair } from '@/tests/factories/link-pair'
import { makeTeam } from '@/tests/factories/team'
import { startTestUpstream } from '@/tests/factories/upstream'
import { describeOnDatabase } from '@/tests/support/databases'

const SUBJECT = 'grace_hopper'
const NO_CLAIM = { claim: () => Promise.resolve(), giveBack: () => Promise.resolve() }
const timing = { latencyMs: 30 }
const OK: Answer<PageOutline> = {
  ...{ ok: true, httpStatus: 200, ...timing },
  value: {
    ...{ ids: ['1', '2', '3'], lastCreatedAt: null, isUnread: false },
    ...{ nextCursor: null, hasUnusableCursor: false, isNextLost: false, reportedChargeNano: null },
  },
}
const REFUSED: Answer<PageOutline> = {
  ...{ ok: false, httpStatus: 429, ...timing },
  problem: { kind: 'rate_limited', charged: 'no', message: 'Too fast.', retryAfterMs: 1 },
}
const LOST: Answer<PageOutline> = {
  ...{ ok: false, httpStatus: null, ...timing },
  problem: { kind: 'out_of_reach', charged: 'unknown', message: 'No answer came.' },
}

describeOnDatabase('the metrics of a scrape', async (open) => {
  startMetrics('both')
  const opened = await open()
  const upstream = await startTestUpstream(systemClock)
  const team = await makeTeam(opened.db, systemClock)
  const issued = upstream.issueKey()
  const secretPart = issued.key.slice(12)
  const where = { walletId: team.walletId, environmentId: team.environments[0]?.id ?? '' }
  const { id } = await addKey(team.admin, upstream, { key: issued.key, name: '', ...where })
  const found = await findUsableKey(team.admin, id)
  if ('message' in found) throw new Error(found.message)
  const key = found
  const parts = { ...upstream, db: opened.db, clock: systemClock } as unknown as WorkerParts
  const channel = makeLinkPair()
  serveWorker(channel.worker, parts, {} as WorkerFacts)
  const { worker } = await connectToWorker(channel.web, systemClock)
  const onError = (error: unknown) => expect.unreachable(String(error))
  const teams = createTeamGauges({ db: opened.db, clock: systemClock, onError })
  // As in development: the worker reports what this process has counted.
  const reader = createMetricsReader({
    token: 'x'.repeat(16),
    clock: systemClock,
    worker,
    isApart: false,
    teams,
  })
  const labels = `team="${team.admin.team.slug}",wallet="${key.wallet.name}",key="${key.prefix}"`
  afterAll(async () => {
    channel.close()
    await upstream.close()
  })

  /** Makes a service's call as the gateway does; the upstream gives these answers in turn. */
  async function call(...answers: Answer<PageOutline>[]): Promise<void> {
    const { provider, name, id } = await upstream.upstreams.for(team.admin)
    const source: PageOrder<PageOutline>['upstream'] = {
      ...{ provider, name, id, isTrial: true },
      fetchPage: async () => answers.shift() ?? expect.unreachable('asked once too often'),
    }
    const { delivered } = await buyPage(team.admin, upstream, {
      ...{ upstream: source, key, pageNumber: 1, priority: 'gateway', ...NO_CLAIM },
      request: { operation: 'timeline', subject: SUBJECT },
      attribution: {
        ...{
          principal: 'service',
          principalId: newId(),
          origin: 'gateway',
          memberId: '',
          memberName: 'billing',
        },
        ...{ walletId: key.walletId, keyId: key.id, keyPrefix: key.prefix, environmentName: 'production' },
        ...{
          environmentId: key.environmentId,
          searchId: null,
          searchName: null,
          runId: '',
          operation: 'timeline',
        },
      },
    })
    if (!delivered) return
    const prices = { timeline: perItemTariff(1_500_000_000n), search: null, followers: null }
    await upstream.book.settleCall(team.admin, { delivered, prices, key, operation: 'timeline' })
  }

  test('count calls of services and runs with their labels, as on the ledger, without subjects or people', async () => {
    await call(REFUSED, OK)
    await call(OK)
    await call(LOST)
    const fields = { operation: 'timeline', subject: SUBJECT, product: 'Latest', shared: true } as const
    const { id: searchId } = await createSearch(team.admin, { name: 'A list', environmentId: '', ...fields })
    const input = { runId: randomUUID(), searchId, keyId: key.id, capItems: 1000 }
    await startRun(team.admin, upstream, startRunInput.parse(input))
    const budget = {
      name: 'Everyday',
      scope: 'team',
      scopeId: '',
      unit: 'items',
      period: 'day',
      amount: '1000',
    }
    await createBudget(team.admin, createBudgetInput.parse({ ...budget, stops: true, tellsAt: [] }))

    const text = await reader.read()
    const sum = (name: string, which: string) =>
      [...text.matchAll(new RegExp(`^${name}\\{(.*)\\} (\\S+)$`, 'gm'))]
        .filter(([, given]) => given?.includes(labels) && given.includes(which))
        .reduce((total, [, , value]) => total + Number(value), 0)
    const service = 'environment="production",service="billing"'
    expect(sum('purser_pages_total', service)).toBe(2)
    expect(sum('purser_items_total', service)).toBe(6)
    expect(sum('purser_charged_credits_total', service)).toBe(9)
    expect(sum('purser_missed_calls_total', `${service},outcome="rate_limited"`)).toBe(1)
    expect(sum('purser_missed_calls_total', `${service},outcome="unknown"`)).toBe(1)
    expect(sum('purser_slot_wait_seconds_count', 'priority="gateway"')).toBe(4)
    expect(sum('purser_upstream_seconds_count', '')).toBe(5)
    const entries = await opened.db.ledgerEntry.findMany({
      where: { teamId: team.admin.team.id, outcome: 'SETTLED' },
    })
    expect(sum('purser_pages_total', '')).toBe(entries.length)
    expect(sum('purser_items_total', '')).toBe(entries.reduce((total, { items }) => total + items, 0))

    expect(sum('purser_key_under_way', '')).toBe(0)
    expect(sum('purser_key_rate', '')).toBeGreaterThan(0)
    expect(text).toContain(`purser_key_queue_length{${labels},priority="gateway"} 0`)
    expect(text).toMatch(
      new RegExp(
        `^purser_budget_used_ratio\\{team="${team.admin.team.slug}",budget="Everyday",period="day"\\} 0\\.`,
        'm',
      ),
    )
    for (const work of ['read', 'statement', 'begin', 'commit'])
      expect(text).toMatch(
        new RegExp(
          `^purser_database_seconds_count\\{process="both",engine="(sqlite|postgres)",work="${work}"\\} \\d`,
          'm',
        ),
      )
    for (const hidden of [SUBJECT, team.admin.actor.name, team.admin.actor.userId, secretPart])
      expect(text).not.toContain(hidden)
  })

  test('need the right token', () => {
    expect(reader.accepts(`Bearer ${'x'.repeat(16)}`)).toBe(true)
    expect(reader.accepts(`bearer  ${'x'.repeat(16)}`)).toBe(true)
    for (const wrong of [
      null,
      '',
      'Bearer ',
      `Bearer ${'x'.repeat(15)}`,
      `Bearer ${'x'.repeat(17)}`,
      'x'.repeat(16),
    ])
      expect(reader.accepts(wrong)).toBe(false)
  })
})
