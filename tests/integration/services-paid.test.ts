import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type BackgroundRuns,
  createBackgroundRuns,
  createRunServices,
  fetchNextPage,
  getRun,
  startBackgroundRun,
  startRun,
} from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import {
  type Clock,
  maxChargeForPage,
  nanoToText,
  newId,
  OPERATION_NAMES,
  type Operation,
  type Secret,
  systemClock,
} from '@/lib/kernel'
import { addKey, readBalance } from '@/lib/keys/keys'
import { createBudget, createBudgetInput, deleteBudget } from '@/lib/money/budgets'
import { endAbandonedAttempts } from '@/lib/money/ledger'
import {
  getWalletReport,
  listLostCallGroups,
  reconcileWallet,
  resolveLostCallGroup,
} from '@/lib/money/statements'
import { listWallets } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import { FAULT_NAMES, SANDBOX_SERVICES } from '@/lib/sandbox'
import { listFormOf, type Provider } from '@/lib/upstream/client'
import { pagePath } from '@/lib/upstream/client/address'
import { createPacers } from '@/lib/upstream/pacing'
import { providerPrices } from '@/lib/upstream/providers'
import { makeService, openGateway, type TestService } from '@/tests/factories/gateway'
import { type ServiceUpstream, startServiceUpstream } from '@/tests/factories/service-upstream'
import { makeTeam, type TestTeam } from '@/tests/factories/team'
import { makeTestClock, type TestClock } from '@/tests/factories/test-clock'
import { describeOnDatabase, type TestDb } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'
import { waitUntil } from '@/tests/support/wait-until'

/** Number of items; `npm run test:long -- services` buys 20,000, and tests 200 budgets in all. */
const ITEMS = Number(process.env.SERVICE_ITEMS ?? 150)
const BUDGETS = ITEMS >= 20_000 ? 20 : 2
const RATE = { calls: 1000, perMs: 1000 }
/** Share of calls that fail. */
const SHARE = 0.2
/**
 * Faults except storms of 429s, which pause a key in real time and have tests of their own. The key must stay
 * usable here.
 */
const FAULTS = FAULT_NAMES.filter((name) => !/429|clock|key-info/.test(name))
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const USER = 'zadie_walsh'
const subjectOf = (operation: Operation): string => (operation === 'search' ? 'rain' : USER)

describe.each(SANDBOX_SERVICES)('%s, while one call in five fails', (service) => {
  describeOnDatabase('keeps the ledger', (open) => {
    let opened: TestDb
    let clock: TestClock
    let upstream: ServiceUpstream
    let team: TestTeam
    let ctx: TeamCtx
    let provider: Provider
    let background: BackgroundRuns
    let caller: TestService
    let keyId: string
    let thiefKey: Secret
    let walletId: string
    let userId = ''
    const searches = new Map<Operation, string>()
    /** What somebody else took. */
    let stolenNano = 0n
    beforeAll(async () => {
      opened = await open()
      clock = makeTestClock()
      upstream = await startServiceUpstream(service, {
        ...{ clock, sandboxClock: clock, rate: RATE },
        overrides: { limits: { answerMs: 250 } },
      })
      team = await makeTeam(opened.db, clock)
      // Shortens waits between tries.
      const hasty: Clock = {
        ...clock,
        sleep: (ms, signal) => systemClock.sleep(Math.min(ms, 5), signal),
      }
      ctx = { ...team.admin, clock: hasty }
      const issued = upstream.issueKey({ balanceNano: 1_000_000_000_000_000_000n })
      walletId = issued.walletId
      thiefKey = upstream.sandbox.operator.createKey(walletId)
      const where = { walletId: team.walletId, environmentId: team.environments[0]?.id ?? '' }
      keyId = (await addKey(team.admin, upstream, { key: issued.key, name: '', ...where })).id
      const onError = (error: unknown) => expect.unreachable(String(error))
      background = createBackgroundRuns({ services: upstream, clock: hasty, isShared: false, onError })
      for (const operation of OPERATION_NAMES) {
        const fields = { name: operation, operation, subject: subjectOf(operation) }
        searches.set(operation, (await createSearch(team.admin, fields)).id)
      }
      provider = (await upstream.upstreams.for(ctx)).provider
      caller = await makeService(openGateway(upstream, team, clock), upstream, team, { keyId })
    })
    afterAll(async () => {
      await background.stop()
      await upstream.close()
      await opened.close()
    })

    const books = () => upstream.sandbox.operator.books(walletId)

    async function runInBackground(operation: Operation): Promise<number> {
      const runId = randomUUID()
      const searchId = searches.get(operation) ?? ''
      await startBackgroundRun(ctx, { ...upstream, background }, { runId, searchId, keyId })
      await background.ended(runId)
      return (await getRun(team.admin, runId)).items
    }

    async function runByPages(operation: Operation): Promise<number> {
      const searchId = searches.get(operation) ?? ''
      let answer = await startRun(ctx, upstream, { runId: randomUUID(), searchId, keyId })
      while (answer.continuation !== null && answer.problem === null)
        answer = await fetchNextPage(ctx, upstream, { continuation: answer.continuation })
      return answer.totals.items
    }

    /** Calls the gateway by the service's own address, with the largest page that a caller can request. */
    async function callGateway(operation: Operation): Promise<number> {
      const form = listFormOf(provider, operation)
      const subject = form.subject.is === 'id' ? userId : subjectOf(operation)
      const path = pagePath({ operation, subject, count: form.count.maximum }, provider)
      if (!path.ok) return expect.unreachable(path.problem.message)
      const was = books().lists[operation].items
      const answer = await caller.ask(path.value)
      return answer.status === 200 ? books().lists[operation].items - was : 0
    }

    /** Acts as a process that dies during its call; others end what it left open. */
    async function dieDuringCall(operation: Operation): Promise<void> {
      const instanceId = newId()
      const pacers = createPacers(clock)
      let hasAnswered = false
      const upstreams = {
        ...upstream.upstreams,
        for: async (of: TeamCtx) => {
          const own = await upstream.upstreams.for(of)
          const fetchPage: typeof own.fetchPage = async (...asked) => {
            await own.fetchPage(...asked)
            hasAnswered = true
            return new Promise(() => {})
          }
          return { ...own, fetchPage }
        },
      }
      const dead = createRunServices({ ...upstream, upstreams, pacers }, instanceId, clock)
      const searchId = searches.get(operation) ?? ''
      // The dead process must not wake up either, or what it watched during its call would continue forever.
      const sleep: Clock['sleep'] = (ms, signal) =>
        hasAnswered ? new Promise(() => {}) : ctx.clock.sleep(ms, signal)
      const run = { runId: randomUUID(), searchId, keyId }
      void startRun({ ...ctx, clock: { ...ctx.clock, sleep } }, dead, run).catch(() => undefined)
      await waitUntil(() => hasAnswered)
      pacers.closeAll()
      expect(await endAbandonedAttempts(opened.db, clock, [instanceId])).toBe(1)
    }

    async function steal(): Promise<void> {
      const { chargedNano } = books()
      const client = await upstream.upstreams.for(ctx)
      const got = await client.fetchPage(thiefKey, { operation: 'search', subject: 'music', count: 100 })
      expect(got.ok).toBe(true)
      stolenNano += books().chargedNano - chargedNano
    }

    /** Reads the balance once all charges show, and draws the conclusions. */
    async function read(): Promise<void> {
      clock.advance(3 * MINUTE_MS)
      // A fault may have closed the service's port for a moment.
      await waitUntil(() => readBalance(ctx, upstream, team.walletId, 'schedule'))
      await reconcileWallet(ctx, team.walletId, providerPrices(provider))
    }

    /** Returns the highest price of a page of any list. */
    const dearestPage = (): bigint => {
      const prices = providerPrices(provider)
      const pages = OPERATION_NAMES.map((operation) => {
        const tariff = prices[operation] ?? expect.unreachable()
        return maxChargeForPage(tariff, listFormOf(provider, operation).count.maximum)
      })
      return pages.reduce((most, nano) => (nano > most ? nano : most), 0n)
    }

    const report = () =>
      getWalletReport(ctx, team.walletId, { from: new Date(0), to: new Date(clock.now().getTime() + DAY_MS) })

    const ledgerNano = async (): Promise<bigint> => {
      const entries = await opened.db.ledgerEntry.aggregate({ _sum: { chargeNano: true } })
      const resolved = await opened.db.resolution.aggregate({ _sum: { chargeNano: true } })
      return (entries._sum.chargeNano ?? 0n) + (resolved._sum.chargeNano ?? 0n)
    }

    test(`${ITEMS} items by runs, pages and the gateway, with kills: the ledger equals the service’s books`, async () => {
      await read()
      // Some lists need the numeric id, which callers of the gateway know.
      await runByPages('timeline')
      userId = (await opened.db.lookedUpUser.findFirst())?.userId ?? ''
      await read()
      const channels = [runInBackground, runByPages, callGateway]
      let [received, thefts] = [0, 0]
      for (let turn = 0; received < ITEMS; turn++) {
        const name = FAULTS[turn % FAULTS.length]
        const operation = OPERATION_NAMES[turn % OPERATION_NAMES.length]
        const channel = channels[Math.floor(turn / OPERATION_NAMES.length) % channels.length]
        if (!name || !operation || !channel) return expect.unreachable()
        // A service may charge an item once a day only.
        clock.advance(DAY_MS)
        await read()
        upstream.sandbox.setFault({ name, seed: turn + 1, share: SHARE, only: 'pages' })
        received += await channel(operation)
        upstream.sandbox.setFault(null)
        if (turn % 5 === 3) {
          await read()
          clock.advance(DAY_MS)
          await read()
          await dieDuringCall(operation)
        }
        await read()
        if (turn % 4 === 1) {
          // Next to a thief's window a lost call stays open, because its charge might show late there.
          await read()
          await steal()
          thefts++
          await read()
          await read()
        }
        for (const { attemptIds } of await listLostCallGroups(ctx, await listWallets(ctx)))
          await resolveLostCallGroup(ctx, { attemptIds: attemptIds.slice(0, 1) }, providerPrices(provider))
      }

      expect(await opened.db.attempt.count({ where: { state: 'OPEN' } })).toBe(0)
      expect(OPERATION_NAMES.map((operation) => books().lists[operation].pagesPastEnd)).toEqual([0, 0, 0])
      expect(books().refused).toBe(0)
      const { statement, events, open: unresolved } = await report()
      expect(unresolved).toEqual([])
      expect(await ledgerNano()).toBe(books().chargedNano - stolenNano)
      // Each theft is reported to the last unit, and nobody else is accused.
      expect(events.filter(({ outsideNano }) => outsideNano > 0n)).toHaveLength(thefts)
      expect(statement).toMatchObject({
        outsideNano: stolenNano,
        ...{ unexplainedNano: 0n, lostNano: 0n, unpricedNano: 0n, roundingNano: 0n, shiftNano: 0n },
        topUpNano: 0n,
      })
      const { openingNano, closingNano, pagesNano, resolvedNano } = statement ?? expect.unreachable()
      expect(openingNano - pagesNano - resolvedNano - stolenNano).toBe(closingNano)
      expect(closingNano).toBe(upstream.sandbox.operator.state()[0]?.balanceNano)
      expect(await brokenInvariants(opened.db)).toEqual([])
    }, 1_200_000)

    test(`none of ${BUDGETS} budgets is exceeded by simultaneous callers, even with the largest page that they can request`, async () => {
      let stopped = 0
      for (let turn = 0; turn < BUDGETS; turn++) {
        clock.advance(DAY_MS)
        const { chargedNano } = books()
        // Room for some pages, but not for all requests, even one after the other.
        const amountNano = (dearestPage() * 5n) / 2n
        const counting = { scope: 'service', scopeId: caller.serviceId, unit: 'credits', period: 'day' }
        const kind = { ...counting, amount: nanoToText(amountNano) }
        const { id: budgetId } = await createBudget(
          ctx,
          createBudgetInput.parse({ name: `Stop ${turn}`, tellsAt: [], stops: true, ...kind }),
        )
        const answers = await Promise.all(
          Array.from({ length: 36 }, (_, place) => {
            const operation = OPERATION_NAMES[place % OPERATION_NAMES.length] ?? 'search'
            const form = listFormOf(provider, operation)
            const subject = form.subject.is === 'id' ? userId : subjectOf(operation)
            const path = pagePath({ operation, subject, count: 20 }, provider)
            if (!path.ok) return expect.unreachable(path.problem.message)
            const { name } = form.count
            // Some send a count that Purser cannot read, and get what the service gives.
            const size = ['9999', '%2B200', String(form.count.maximum)][turn % 3] ?? ''
            const asked = name === null ? path.value : path.value.replace(`${name}=20`, `${name}=${size}`)
            return caller.ask(asked)
          }),
        )
        const taken = books().chargedNano - chargedNano
        expect(taken).toBeLessThanOrEqual(amountNano)
        stopped += answers.filter(({ status }) => status === 402).length
        await deleteBudget(ctx, { budgetId })
      }
      expect(stopped).toBeGreaterThan(0)
      expect(await brokenInvariants(opened.db)).toEqual([])
    }, 300_000)
  })
})
