import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createBackgroundRuns, startBackgroundRun, startScheduledRun } from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { type Clock, systemClock } from '@/lib/kernel'
import { createBudget, createBudgetInput } from '@/lib/money/budgets'
import { makeDice } from '@/tests/factories/dice'
import { makeService, openGateway, type TestService } from '@/tests/factories/gateway'
import { makeOtherTeam, makeTeam, type TestTeam } from '@/tests/factories/team'
import { startTestUpstream } from '@/tests/factories/upstream'
import { describeOnDatabase } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'
import { SEED } from '@/tests/support/seed'
import { waitUntil } from '@/tests/support/wait-until'

/** Number of schedules; `npm run test:long -- gateway` tries 200. */
const SCHEDULES = Number(process.env.GATEWAY_SCHEDULES ?? 3)
const CALLS = 30
const FAULTS = ['reset-before-charge', 'reset-after-charge', 'body-cut-short', 'truncated-json'] as const
const clock: Clock = systemClock

describeOnDatabase('whatever happens to calls at the gateway', (open) => {
  test(
    `each answer is on the ledger once, every charge is settled or unknown, and no budget is exceeded (schedules: ${SCHEDULES})`,
    async () => {
      const opened = await open()
      const upstream = await startTestUpstream(clock)
      const started = await makeTeam(opened.db, clock)
      const draw = makeDice(SEED)
      const gateways = [openGateway(upstream, started, clock), openGateway(upstream, started, clock)]
      const [gateway] = gateways
      if (!gateway) throw new Error('There is no gateway')
      for (let schedule = 0; schedule < SCHEDULES; schedule++) {
        // A team of its own, because the next schedule's upstream handles counts differently from what was
        // learnt.
        const team = await makeOtherTeam(started)
        const { key } = upstream.issueKey({ pack: 'Scale' })
        const first = await makeService(gateway, upstream, team, { key })
        const environmentId = team.environments[1]?.id ?? ''
        const services = [
          first,
          await makeService(gateway, upstream, team, {
            keyId: first.keyId,
            environmentId,
            requestsPerSecond: 20,
          }),
        ]
        await budget(team, first, 100 + draw(CALLS * 60))
        upstream.sandbox.chooseLatency({ ms: draw(40), spreadMs: draw(40) })
        upstream.sandbox.chooseCounts(['exact', 'about', 'ignored'][draw(3)] as 'exact')
        upstream.sandbox.setFault({
          name: FAULTS[draw(4)] ?? FAULTS[0],
          seed: draw(1000) + 1,
          share: draw(3) / 10,
          only: 'pages',
        })
        const got = new Map<string, number>()
        const call = async (place: number): Promise<void> => {
          await clock.sleep(draw(400))
          const service = services[draw(2)] ?? first
          const gone = new AbortController()
          const leaves = draw(4) === 0
          if (leaves) setTimeout(() => gone.abort(), draw(60))
          const wait = draw(5) === 0 ? { prefer: 'wait=0' } : {}
          const headers = { ...wait, ...(draw(3) === 0 && { 'idempotency-key': `k${place % 5}` }) }
          const target = `/v1/users/ada/tweets?count=${20 + draw(30)}`
          const at = gateways[draw(2)] ?? gateway
          const answer = await service.ask(target, { headers, gone: gone.signal, at })
          if (answer.charge === 'settled' && !('purser-repeat' in answer.headers))
            got.set(service.serviceId, (got.get(service.serviceId) ?? 0) + 1)
        }
        await Promise.all(Array.from({ length: CALLS }, (_, place) => call(place)))
        upstream.sandbox.setFault(null)
        await waitUntil(async () => (await opened.db.attempt.count({ where: { state: 'OPEN' } })) === 0)
        for (const { serviceId } of services) {
          const where = { principalId: serviceId, outcome: 'SETTLED' }
          expect(await opened.db.ledgerEntry.count({ where })).toBe(got.get(serviceId) ?? 0)
        }
        await compareWithSandbox(first, key)
        expect(await brokenInvariants(opened.db)).toEqual([])
      }
      await upstream.close()
      await opened.close()

      async function budget({ admin }: TestTeam, { serviceId }: TestService, items: number): Promise<void> {
        const given = {
          name: serviceId,
          scope: 'service',
          scopeId: serviceId,
          unit: 'items',
          period: 'total',
        }
        const input = { ...given, amount: String(items), stops: true, tellsAt: [] }
        await createBudget(admin, createBudgetInput.parse(input))
      }
      /**
       * Compares with the sandbox: what it delivered is between the settled items and those plus what unknown
       * calls hold.
       */
      async function compareWithSandbox({ keyId }: TestService, key: string): Promise<void> {
        const keys = upstream.sandbox.operator.state().flatMap((wallet) => wallet.keys)
        const items = keys.find(({ prefix }) => prefix === key.slice(0, 12))?.items ?? 0
        const attempts = await opened.db.attempt.findMany({ where: { keyId }, include: { entry: true } })
        const settled = attempts.reduce((sum, { entry }) => sum + (entry?.items ?? 0), 0)
        const unknown = attempts.filter(({ state }) => state === 'UNKNOWN')
        const most = unknown.reduce((sum, { reservedItems }) => sum + reservedItems, 0)
        expect(items).toBeGreaterThanOrEqual(settled)
        expect(items).toBeLessThanOrEqual(settled + most)
      }
    },
    SCHEDULES * 60_000,
  )

  test('usage by environment, key and service equals what the sandbox charged, with runs beside the gateway', async () => {
    const opened = await open()
    const upstream = await startTestUpstream(clock)
    const team = await makeTeam(opened.db, clock)
    const gateway = openGateway(upstream, team, clock)
    const environments = team.environments.slice(0, 2)
    const keys = environments.map(() => upstream.issueKey({ pack: 'Scale' }))
    const services: TestService[] = []
    for (const [place, { id: environmentId }] of environments.entries())
      services.push(
        await makeService(gateway, upstream, team, { key: keys[place]?.key ?? '', environmentId }),
      )
    const background = createBackgroundRuns({
      services: upstream,
      clock,
      isShared: false,
      onError: (error) => {
        throw error
      },
    })
    const { id: searchId } = await createSearch(team.admin, {
      name: 'Ada',
      operation: 'followers',
      subject: 'ada',
    })
    const runIds = services.map(() => randomUUID())
    for (const [place, { keyId }] of services.entries()) {
      const input = { runId: runIds[place] ?? '', searchId, keyId, capItems: 600 }
      const start = place === 0 ? startBackgroundRun : startScheduledRun
      await start(team.admin, { ...upstream, background }, input)
    }
    const calls = services.flatMap((service, place) =>
      Array.from({ length: 12 + 7 * place }, (_, count) =>
        service.ask(`/v1/users/ada/tweets?count=${20 + count}`),
      ),
    )
    expect(new Set((await Promise.all(calls)).map(({ status }) => status))).toEqual(new Set([200]))
    await Promise.all(runIds.map((id) => background.ended(id)))
    const sums = await opened.db.rollup.groupBy({
      by: ['keyId', 'environmentId', 'principal', 'principalId'],
      _sum: { items: true, chargeNano: true },
    })
    const of = (where: Partial<(typeof sums)[number]>) =>
      sums
        .filter((row) => Object.entries(where).every(([name, value]) => row[name as 'keyId'] === value))
        .reduce(
          (sum, { _sum }) => ({
            items: sum.items + Number(_sum.items),
            nano: sum.nano + BigInt(_sum.chargeNano ?? 0),
          }),
          { items: 0, nano: 0n },
        )
    for (const [place, { keyId, serviceId }] of services.entries()) {
      const issued = keys[place]
      const wallet = upstream.sandbox.operator.state().find(({ id }) => id === issued?.walletId)
      const charged = 1_000_000_000_000n - (wallet?.balanceNano ?? 0n)
      const items = wallet?.keys[0]?.items
      expect(of({ keyId })).toEqual({ items, nano: charged })
      const byService = of({ principal: 'service', principalId: serviceId })
      const byRun = of({ principal: place === 0 ? 'member' : 'schedule', keyId })
      expect(byService.items + byRun.items).toBe(items)
      expect(byRun.items).toBe(600)
      // A run counts for its key's environment, a call for that of its gateway key: here they are the same.
      expect(of({ environmentId: environments[place]?.id ?? '' })).toEqual({ items, nano: charged })
    }
    await background.stop()
    expect(await brokenInvariants(opened.db)).toEqual([])
    await upstream.close()
    await opened.close()
  })
})
