import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { listRuns } from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { newId } from '@/lib/kernel'
import { createBudget } from '@/lib/money/budgets'
import { findSettledCharges, listLostCalls, sumResolvedByRun, sumUnknownByRun } from '@/lib/money/ledger'
import { createWallet } from '@/lib/money/wallets'
import { listAuditEntries } from '@/lib/platform/audit'
import { transaction } from '@/lib/platform/db'
import { bookOf } from '@/tests/factories/ledger'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnSqlite } from '@/tests/support/databases'
import { notedStatements } from '@/tests/support/noted-statements'

/** So many ids that SQLite would prefer to read all rows of the team, if it could. */
const MANY = 40
/** Matches plans that read a growing table completely, or by the team or a state alone. */
const ALL_OF_TEAM =
  /^SCAN (main\.)?(Attempt|LedgerEntry|Resolution|ResultPage|Run|AuditEntry)\b|INDEX (Attempt|LedgerEntry|Resolution|ResultPage|Run|AuditEntry)_\w+ \((teamId|state)=\?\)/

describeOnSqlite('query plans of statements with many ids', async (open) => {
  const opened = await open()
  const team = await makeTeam(opened.db, makeTestClock())

  const planOf = async (text: string): Promise<string[]> => {
    const values = Array.from({ length: text.split('?').length - 1 }, () => null)
    const plan = await opened.db.$queryRawUnsafe<{ detail: string }[]>(
      `EXPLAIN QUERY PLAN ${text}`,
      ...values,
    )
    return plan.map(({ detail }) => detail)
  }

  test('rows are found by their ids, however many the team has', async () => {
    const { db } = opened
    const ctx = team.admin
    const { walletId } = team
    const book = bookOf(ctx)
    const runIds = Array.from({ length: MANY }, () => randomUUID())
    for (const runId of runIds) await book.lose(await book.begin({ walletId, runId }))
    const open = await Promise.all(runIds.map((runId) => book.begin({ walletId, runId })))
    const texts = await notedStatements(async () => {
      expect(await listLostCalls(ctx, walletId, new Date(0))).toHaveLength(MANY)
      expect((await sumUnknownByRun(db, ctx.team.id, runIds)).size).toBe(MANY)
      await transaction(db, (tx) => findSettledCharges(tx, ctx.team.id, open))
      for (let made = 0; made < MANY; made++)
        await createSearch(ctx, { name: `Search ${made}`, operation: 'timeline', subject: 'ada' })
      expect((await listAuditEntries(ctx)).length).toBeGreaterThanOrEqual(MANY)
      await listRuns(ctx)
      await sumResolvedByRun(ctx, runIds)
      const budget = { name: 'Today', scope: 'team', scopeId: '', unit: 'items', period: 'total' } as const
      await createBudget(ctx, { ...budget, amount: '100', stops: true, tellsAt: [] })
    })
    const withIds = texts.filter((text) => text.includes(' IN (?'))
    expect(withIds.length).toBeGreaterThanOrEqual(4)
    for (const text of withIds) {
      const ways = (await planOf(text)).filter((detail) => ALL_OF_TEAM.test(detail))
      expect({ text, ways }).toEqual({ text, ways: [] })
    }
    // A run may have thousands of calls that were not lost.
    const ofRuns = texts.filter((text) => text.includes('a."runId" IN ('))
    expect(ofRuns).toHaveLength(2)
    for (const text of ofRuns)
      expect((await planOf(text))[0]).toMatch(
        /^SEARCH a USING INDEX Attempt_lost_of_run_idx \(teamId=\? AND runId=\?\)/,
      )
    // Of a long period, only the last quarter hour is read call by call.
    const [counting = ''] = texts.filter((text) => text.includes('"LostTotal" l'))
    const byTime = (await planOf(counting)).filter((way) => way.includes('Attempt_teamId_openedAt_idx'))
    expect(byTime).toHaveLength(1)
  })

  test('more than a thousand lost calls of a wallet are listed in order', async () => {
    const { db } = opened
    const { id: walletId } = await createWallet(team.admin, { name: 'Lossy' })
    const book = bookOf(team.admin)
    await book.lose(await book.begin({ walletId }))
    const { id: _, ...lost } = await db.attempt.findFirstOrThrow({ where: { walletId } })
    await db.attempt.createMany({ data: Array.from({ length: 1_100 }, () => ({ id: newId(), ...lost })) })
    const listed = await listLostCalls(team.admin, walletId, new Date(0))
    expect(listed).toHaveLength(1_101)
    expect(listed.map(({ attemptId }) => attemptId)).toEqual(listed.map(({ attemptId }) => attemptId).sort())
  })
})
