import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { deleteRunItems } from '@/lib/collect/retention'
import {
  cancelRun,
  createBackgroundRuns,
  fetchNextPage,
  removeMemberAndRuns,
  startBackgroundRun,
  startRun,
} from '@/lib/collect/runs'
import { removeSchedule, runDueSchedules, saveSchedule } from '@/lib/collect/schedules'
import { createSearch, deleteSearch, restoreSearch, updateSearch } from '@/lib/collect/searches'
import { AppError, type Clock, systemClock } from '@/lib/kernel'
import { deleteKey, disableKey, enableKey, readBalance, replaceKey } from '@/lib/keys/keys'
import { deleteService, revokeGatewayKey } from '@/lib/keys/services'
import {
  changeBudget,
  changeTeam,
  createBudget,
  createBudgetInput,
  deleteBudget,
  listBudgets,
} from '@/lib/money/budgets'
import { checkFigures } from '@/lib/money/ledger'
import { setPrice } from '@/lib/money/prices'
import { findAnomalies } from '@/lib/money/statements'
import { setWalletPaused } from '@/lib/money/wallets'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { renameEnvironment } from '@/lib/teams/teams'
import { makeDice } from '@/tests/factories/dice'
import { makeService, openGateway, type TestService } from '@/tests/factories/gateway'
import { makeMember, makeTeam } from '@/tests/factories/team'
import { startTestUpstream } from '@/tests/factories/upstream'
import { describeOnEachEngine } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'
import { SEED } from '@/tests/support/seed'
import { waitUntil } from '@/tests/support/wait-until'

const clock: Clock = systemClock
/** `CHANGES_MS=60000` changes things for a minute. */
const LASTS_MS = Number(process.env.CHANGES_MS ?? 1500)
const WORKERS = 10

describeOnEachEngine('whatever is changed or deleted while calls are in flight', (open, engine) => {
  test.each([
    { told: 'and nobody is accused', setsPrices: false },
    { told: 'whatever prices are set', setsPrices: true },
  ])(
    'the ledger is exact, nothing hangs, and nothing stays held, $told',
    async ({ setsPrices }) => {
      const opened = await open()
      const upstream = await startTestUpstream(clock)
      const team = await makeTeam(opened.db, clock)
      const { admin, walletId } = team
      const draw = makeDice(SEED + (engine === 'sqlite' ? 0 : 1))
      const troubles: unknown[] = []
      const background = createBackgroundRuns({
        services: upstream,
        clock,
        isShared: engine === 'postgres',
        onError: (error) => troubles.push(error),
      })
      const services = { ...upstream, background }
      const gateway = openGateway(upstream, team, clock)
      let upstreamWallet = ''
      const issue = () => {
        const { key, walletId } = upstream.issueKey({
          ...(upstreamWallet ? { walletId: upstreamWallet } : {}),
          pack: 'Scale',
          balanceNano: 10n ** 16n,
        })
        upstreamWallet = walletId
        return key
      }
      const used: TestService[] = []
      for (let at = 0; at < 3; at++) used.push(await makeService(gateway, upstream, team, { key: issue() }))
      const members: TeamCtx[] = [await makeMember(team, 'member'), await makeMember(team, 'member')]
      const searches: string[] = []
      for (const operation of ['timeline', 'followers', 'search'] as const)
        searches.push(
          (
            await createSearch(admin, {
              ...{ name: operation, operation, subject: 'ada', shared: true, product: 'Latest' as const },
            })
          ).id,
        )
      const runIds: string[] = []
      const one = <T>(of: readonly T[]): T => {
        const found = of[draw(of.length)]
        if (found === undefined) throw new AppError('not_found', 'None is left')
        return found
      }
      upstream.sandbox.chooseLatency({ ms: 20, spreadMs: 40 })
      upstream.sandbox.setFault({ name: 'reset-after-charge', seed: 7, share: 0.1, only: 'pages' })
      upstream.sandbox.chooseCounts('exact')
      setTimeout(() => upstream.sandbox.chooseCounts('ignored'), LASTS_MS * 0.6)

      const buys: Record<string, () => Promise<unknown>> = {
        gateway: async () => {
          const service = one(used)
          const gone = new AbortController()
          if (draw(5) === 0) setTimeout(() => gone.abort(), draw(60))
          await service.ask(`/v1/users/ada/tweets?count=${20 + draw(80)}`, {
            gone: gone.signal,
            headers: { prefer: 'wait=5' },
          })
        },
        background: async () => {
          const runId = randomUUID()
          const { keyId } = one(used)
          runIds.push(runId)
          await startBackgroundRun(one([admin, ...members]), services, {
            ...{ runId, searchId: one(searches), keyId, capItems: 400 + draw(400) },
            reuseSeconds: draw(3) === 0 ? 60 : 0,
          })
        },
        person: async () => {
          const runId = randomUUID()
          const ctx = one([admin, ...members])
          const given = { runId, searchId: one(searches), keyId: one(used).keyId, capItems: null }
          let answer = await startRun(ctx, upstream, given)
          for (let page = 0; page < 3 && answer.continuation !== null; page++)
            answer = await fetchNextPage(ctx, upstream, { continuation: answer.continuation })
        },
        schedules: () => runDueSchedules(admin, { services: upstream, background }, async () => true),
      }
      const changes: Record<string, () => Promise<unknown>> = {
        createBudget: () => {
          const [scope, scopeId] = one([
            ['team', ''],
            ['wallet', walletId],
            ['key', one(used).keyId],
            ['service', one(used).serviceId],
            ['search', one(searches)],
            ['member', one(members).actor.memberId],
            ['environment', team.environments[0]?.id ?? ''],
          ] as const)
          const unit = one(['items', 'credits'] as const)
          const input = { name: randomUUID(), scope, scopeId, unit, stops: draw(2) === 0, tellsAt: [50] }
          const period = one(['hour', 'day', 'week', 'month', 'total'] as const)
          return createBudget(
            admin,
            createBudgetInput.parse({ ...input, period, amount: String(500 + draw(20_000)) }),
          )
        },
        changeBudget: async () => {
          const { id: budgetId, name } = one(await listBudgets(admin))
          await changeBudget(admin, {
            ...{ budgetId, name, amount: String(100 + draw(20_000)), stops: draw(2) === 0, tellsAt: [80] },
          })
        },
        deleteBudget: async () => deleteBudget(admin, { budgetId: one(await listBudgets(admin)).id }),
        zone: () =>
          changeTeam(admin, {
            name: admin.team.name,
            timeZone: one(['Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Auckland', 'UTC']),
          }),
        ...(setsPrices && {
          price: () =>
            setPrice(admin, { operation: 'timeline', price: one(['0.15', '0.2', '0.1']), firstDay: '' }),
        }),
        disableKey: async () => {
          const { keyId } = one(used)
          await disableKey(admin, upstream, keyId)
          await clock.sleep(draw(200))
          await enableKey(admin, keyId)
        },
        replaceKey: () => replaceKey(admin, upstream, { keyId: one(used).keyId, key: issue() }),
        deleteKey: async () => {
          const service = one(used)
          used.splice(used.indexOf(service), 1)
          await deleteKey(admin, upstream, service.keyId)
          used.push(await makeService(gateway, upstream, team, { key: issue() }))
        },
        deleteService: async () => {
          const service = one(used)
          used.splice(used.indexOf(service), 1)
          if (draw(2) === 0) await deleteService(admin, { serviceId: service.serviceId })
          else await revokeGatewayKey(admin, { gatewayKeyId: service.gatewayKeyId })
          used.push(await makeService(gateway, upstream, team, { keyId: service.keyId }))
        },
        deleteSearch: async () => {
          const searchId = one(searches)
          await deleteSearch(admin, searchId)
          await clock.sleep(draw(100))
          await restoreSearch(admin, searchId)
        },
        changeSearch: () =>
          updateSearch(admin, {
            ...{ searchId: searches[0] ?? '', name: 'timeline', operation: 'timeline', shared: true },
            subject: one(['ada', 'bob', 'esme']),
          }),
        pauseWallet: async () => {
          const pause = (at: Date | null) =>
            transaction(opened.db, (tx) => setWalletPaused(tx, admin, walletId, at))
          await pause(clock.now())
          await clock.sleep(draw(100))
          await pause(null)
        },
        removeMember: async () => {
          const member = one(members)
          members.splice(members.indexOf(member), 1)
          await removeMemberAndRuns(admin, services, { memberId: member.actor.memberId })
          members.push(await makeMember(team, 'member'))
        },
        cancelRun: () => cancelRun(admin, services, one(runIds)),
        deleteItems: () => deleteRunItems(admin, one(runIds)),
        schedule: () =>
          saveSchedule(admin, {
            ...{ searchId: one(searches), cron: '* * * * *', capItems: 200, capItemsDay: 10_000 },
          }),
        removeSchedule: () => removeSchedule(admin, one(searches)),
        dueSchedule: () => opened.db.schedule.updateMany({ data: { nextAt: clock.now() } }),
        renameEnvironment: () =>
          renameEnvironment(admin, { environmentId: team.environments[0]?.id ?? '', name: randomUUID() }),
      }
      const tried = async (name: string, work: () => Promise<unknown>) => {
        try {
          await work()
        } catch (error) {
          if (!(error instanceof AppError))
            troubles.push(`${name}: ${error instanceof Error ? error.stack : String(error)}`)
        }
      }
      const until = clock.monotonic() + LASTS_MS
      const goOn = async (works: Record<string, () => Promise<unknown>>, pauseMs: number) => {
        while (clock.monotonic() < until) {
          const [name, work] = one(Object.entries(works))
          await tried(name, work)
          await clock.sleep(draw(pauseMs))
        }
      }
      await Promise.all([
        ...Array.from({ length: WORKERS }, () => goOn(buys, 30)),
        ...Array.from({ length: 2 }, () => goOn(changes, 60)),
      ])
      await Promise.all(
        (await opened.db.run.findMany({ where: { state: 'OPEN', manner: 'background' } })).map(({ id }) =>
          background.ended(id),
        ),
      )
      await waitUntil(async () => (await opened.db.attempt.count({ where: { state: 'OPEN' } })) === 0)
      expect(troubles).toEqual([])
      expect(await opened.db.run.count({ where: { state: 'OPEN', manner: 'background' } })).toBe(0)
      expect(
        (await brokenInvariants(opened.db)).filter((rule) => !rule.startsWith('a budget that stops')),
      ).toEqual([])
      const differences: string[] = []
      await checkFigures({
        ...{ db: opened.db, clock, teamId: admin.team.id },
        onDifference: (sentence) => differences.push(sentence),
      })
      expect(differences).toEqual([])
      const keys = upstream.sandbox.operator.state().flatMap((wallet) => wallet.keys)
      const attempts = await opened.db.attempt.findMany({ include: { entry: true } })
      const settled = attempts.reduce((sum, { entry }) => sum + (entry?.items ?? 0), 0)
      const unknown = attempts.filter(({ state }) => state === 'UNKNOWN')
      const most = unknown.reduce((sum, { reservedItems }) => sum + reservedItems, 0)
      const delivered = keys.reduce((sum, { items }) => sum + items, 0)
      expect(delivered).toBeGreaterThanOrEqual(settled)
      expect(delivered).toBeLessThanOrEqual(settled + most)
      expect(attempts.filter(({ entry }) => entry?.httpStatus === 429)).toEqual([])
      upstream.sandbox.setFault(null)
      const later = {
        ...admin,
        clock: { ...clock, now: () => new Date(clock.now().getTime() + 20 * 60_000) },
      }
      for (const _ of [1, 2]) await readBalance(later, upstream, walletId, 'check')
      if (!setsPrices) expect(await findAnomalies(later)).toEqual({ outside: [], shifts: [] })
      await background.stop()
      await upstream.close()
      await opened.close()
    },
    LASTS_MS + 120_000,
  )
})
