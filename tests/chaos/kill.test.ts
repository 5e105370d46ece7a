import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Db, openDb } from '@/lib/platform/db'
import { COUNT_HABITS } from '@/lib/sandbox'
import { makeDice } from '@/tests/factories/dice'
import { brokenInvariants } from '@/tests/support/invariants'
import { type Received, type Receiver, startHttpReceiver } from '@/tests/support/receivers'
import { sandboxControl } from '@/tests/support/sandbox-control'
import { SEED } from '@/tests/support/seed'
import {
  type RunningSandbox,
  type RunningServer,
  startSandboxProcess,
  startServer,
} from '@/tests/support/server'
import { FOUNDER, foundTeam, signInTo, type TeamClient } from '@/tests/support/story'
import { expectEndsTold, tellEndsTo } from './told-runs'

/** `npm run test:long -- kills` sets 500. */
const KILLS = Number(process.env.KILLS ?? 1)
const RUNS_AT_ONCE = 6
const MAX_PAGES_BETWEEN = 40

const pageAnswer = z.object({
  runId: z.string(),
  totals: z.object({ pages: z.number(), items: z.number() }),
  continuation: z.string().nullable(),
  problem: z.object({ kind: z.string() }).nullable(),
})
type PageAnswer = z.output<typeof pageAnswer>

/** Caps of the runs in items: none, less than a page, or some pages. */
const CAPS = [null, 20, 60, 250, 450]
/** Room that the budget that stops leaves after each kill: some pages and most of another one. */
const ROOM = 370
const MAX_PAGE = 200

/**
 * Draws the number of pages before a kill. The same seed gives the same numbers, as far as a race can be
 * repeated.
 */
const draw = makeDice(SEED)

/** Each way in which the upstream may treat counts gets a third of the kills; the first way is drawn. */
const FIRST_HABIT = draw(COUNT_HABITS.length)
const countsAt = (kill: number) => {
  const place = FIRST_HABIT + Math.floor(((kill - 1) * COUNT_HABITS.length) / KILLS)
  return COUNT_HABITS[place % COUNT_HABITS.length] ?? 'exact'
}

let folder: string
let sandbox: RunningSandbox
let server: RunningServer
let admin: TeamClient
let db: Db
let hook: Receiver<Received>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purser-kill-'))
  sandbox = await startSandboxProcess(join(folder, 'upstream'), ['--latency', '60'])
  hook = await startHttpReceiver()
  await start()
  admin = await foundTeam(server.baseUrl)
  await tellEndsTo(admin, hook)
  db = openDb({ engine: 'sqlite', file: join(folder, 'data', 'purser.db') })
})

afterAll(async () => {
  await db?.$disconnect()
  await server?.stop()
  await sandbox?.stop()
  await hook?.close()
  await rm(folder, { recursive: true, force: true })
})

const start = async () => {
  server = await startServer({
    dataFolder: join(folder, 'data'),
    env: {
      UPSTREAM_BASE_URL: sandbox.baseUrl,
      UPSTREAM_PROVIDER: 'tests/support/sandbox-provider.json',
      PURSER_ALLOW_PRIVATE_ADDRESSES: 'true',
    },
  })
}

test(
  `killed in the middle of pages (kills: ${KILLS}), Purser loses no acknowledged page, duplicates none, and shows calls in flight as unknown`,
  async () => {
    const control = sandboxControl(sandbox.controlUrl)
    const sandboxWallet = await control.createWallet({ name: 'chaos', balance: '1000000', pack: 'Scale' })
    const key = await control.createKey(sandboxWallet)
    const walletId = await admin.makeId('wallets/createWalletAction', { name: 'Main' })
    const environmentId = (await db.environment.findFirstOrThrow()).id
    const keyId = await admin.makeId('keys/addKeyAction', { key, walletId, environmentId })
    const searchId = await admin.makeId('searches/createSearchAction', {
      name: 'Chaos',
      operation: 'followers',
      subject: 'ada',
    })
    for (const [scope, scopeId, unit] of [
      ['team', '', 'items'],
      ['environment', environmentId, 'credits'],
      ['key', keyId, 'items'],
    ]) {
      const budget = { name: 'Chaos', period: 'day', amount: '90000000', stops: true, tellsAt: [] }
      await admin.mustPerform('budgets/createBudgetAction', { ...budget, scope, scopeId, unit })
    }
    const narrowId = await admin.makeId('searches/createSearchAction', {
      name: 'Narrow',
      operation: 'timeline',
      subject: 'ada',
    })
    const narrow = { name: 'Narrow', stops: true, tellsAt: [] }
    const budgetId = await admin.makeId('budgets/createBudgetAction', {
      ...narrow,
      scope: 'search',
      scopeId: narrowId,
      unit: 'items',
      period: 'total',
      amount: String(ROOM),
    })
    /** What Purser acknowledged as booked, by run; none of it may ever disappear. */
    const acknowledged = new Map<string, { pages: number; items: number }>()

    const buyUntilItDies = async (client: TeamClient, first: string): Promise<void> => {
      let chosen = first
      const note = (data: unknown): PageAnswer => {
        const answer = pageAnswer.parse(data)
        acknowledged.set(answer.runId, answer.totals)
        return answer
      }
      try {
        for (;;) {
          const runId = randomUUID()
          const capItems = CAPS[draw(CAPS.length)] ?? null
          const input = { runId, searchId: chosen, keyId, capItems }
          let answer = note(await client.mustPerform('runs/startRunAction', input))
          // The search's budget is spent and waits for an admin, so the buyer continues with the other
          // search.
          if (answer.problem?.kind === 'budget_stopped') chosen = searchId
          while (answer.continuation && answer.problem === null) {
            const { continuation } = answer
            answer = note(await client.mustPerform('runs/fetchNextPageAction', { continuation }))
          }
        }
      } catch (error) {
        // The kill must break the connection, but any refusal by Purser itself is an error.
        if (!(error instanceof TypeError)) throw error
      }
    }

    let unknowns = 0
    for (let kill = 1; kill <= KILLS; kill++) {
      const client = await signInTo(server.baseUrl, admin.team, FOUNDER.email, FOUNDER.password)
      const pagesBefore = await db.ledgerEntry.count({ where: { outcome: 'SETTLED' } })
      await control.setCounts(countsAt(kill))
      // With another way of counts it is another upstream: a habit learnt from the previous one would let
      // calls in flight exceed the budget.
      if (kill > 1 && countsAt(kill) !== countsAt(kill - 1)) await db.countHabit.deleteMany()
      const period = await db.budgetPeriod.findFirst({ where: { budgetId } })
      const amount = String((period ? period.settled + period.reserved : 0n) + BigInt(ROOM))
      await client.mustPerform('budgets/changeBudgetAction', { ...narrow, budgetId, amount })
      const buyers = Array.from({ length: RUNS_AT_ONCE }, (_, place) =>
        buyUntilItDies(client, place % 2 === 0 ? searchId : narrowId),
      )
      await expect
        .poll(() => db.ledgerEntry.count({ where: { outcome: 'SETTLED' } }), { interval: 7 })
        .toBeGreaterThan(pagesBefore + draw(MAX_PAGES_BETWEEN))
      await server.kill()
      await Promise.all(buyers)

      const inFlight = await db.attempt.findMany({ where: { state: 'OPEN' } })
      await start()

      // Each call in flight at the kill is now unknown, and nothing else is.
      const ended = await db.ledgerEntry.findMany({
        where: { attemptId: { in: inFlight.map(({ id }) => id) } },
      })
      expect(ended).toHaveLength(inFlight.length)
      for (const { outcome } of ended) expect(outcome).toBe('UNKNOWN')
      expect(await db.attempt.count({ where: { state: 'OPEN' } })).toBe(0)
      unknowns += inFlight.length
      expect(await db.ledgerEntry.count({ where: { outcome: 'UNKNOWN' } })).toBe(unknowns)
      expect(await brokenInvariants(db)).toEqual([])
    }

    // Acknowledged pages are kept. At most the one page in flight was booked without an answer to us.
    for (const [runId, { pages, items }] of acknowledged) {
      const entries = await db.ledgerEntry.findMany({ where: { outcome: 'SETTLED', attempt: { runId } } })
      expect(entries.length).toBeGreaterThanOrEqual(pages)
      expect(entries.length).toBeLessThanOrEqual(pages + 1)
      expect(sum(entries.map((entry) => entry.items))).toBeGreaterThanOrEqual(items)
      const run = await db.run.findUniqueOrThrow({ where: { id: runId } })
      expect(Number(run.items)).toBe(sum(entries.map((entry) => entry.items)))
    }

    // No page is duplicated: settled and unknown calls together account for all charges, and settled ones
    // never exceed them.
    const entries = await db.ledgerEntry.findMany({ include: { attempt: true } })
    const settled = entries.filter(({ outcome }) => outcome === 'SETTLED')
    const attempts = await db.attempt.findMany()
    expect(entries).toHaveLength(attempts.length)
    expect(new Set(entries.map(({ attemptId }) => attemptId)).size).toBe(attempts.length)
    const wallet = await control.wallet(sandboxWallet)
    const delivered = wallet.keys.find(({ prefix }) => prefix === key.slice(0, 12))
    const settledItems = sum(settled.map(({ items }) => items))
    const lostPages = (delivered?.pages ?? 0) - settled.length
    expect(lostPages).toBeGreaterThanOrEqual(0)
    expect(lostPages).toBeLessThanOrEqual(unknowns)
    expect(delivered?.items ?? 0).toBeGreaterThanOrEqual(settledItems)
    expect(delivered?.items ?? 0).toBeLessThanOrEqual(settledItems + lostPages * MAX_PAGE)
    // Each lost call holds what it can have cost, however the upstream treated its count.
    const held = sum(
      attempts.filter(({ state }) => state === 'UNKNOWN').map(({ reservedItems }) => reservedItems),
    )
    expect(delivered?.items ?? 0).toBeLessThanOrEqual(settledItems + held)
    const rollups = await db.rollup.findMany()
    expect(sum(rollups.map(({ items }) => items))).toBe(settledItems)
    expect(sum(rollups.map((rollup) => rollup.unknowns))).toBe(unknowns)
    const last = { runId: randomUUID(), searchId, keyId, capItems: 20 }
    const client = await signInTo(server.baseUrl, admin.team, FOUNDER.email, FOUNDER.password)
    await client.mustPerform('runs/startRunAction', last)
    expect(await expectEndsTold(db, hook)).toContain(last.runId)
    console.log(
      `Kills: ${KILLS}, counts ${countsAt(1)} at first; ${settled.length} pages settled, ${unknowns} calls unknown, ${lostPages} of them charged`,
    )
  },
  120_000 + KILLS * 30_000,
)

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
