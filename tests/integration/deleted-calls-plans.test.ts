import { expect, test } from 'vitest'
import { deleteOldCallsStep } from '@/lib/money/ledger'
import { setCallRetention } from '@/lib/teams/teams'
import { bookOf } from '@/tests/factories/ledger'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnSqlite } from '@/tests/support/databases'
import { notedStatements } from '@/tests/support/noted-statements'

const DAY = 24 * 60 * 60_000
/** The large tables. */
const OF_CALLS = /[`"](Attempt|LedgerEntry|Resolution)[`"]/

/** Allowed access: by id, by a span of time, and through references to a deleted call. */
const WAYS =
  /^SEARCH .* USING (COVERING )?INDEX (sqlite_autoindex_(Attempt|LedgerEntry)_1 \(id=|LedgerEntry_teamId_at_idx \(teamId=\? AND at>\? AND at<|(LedgerEntry|Resolution)_attemptId_key \(attemptId=)/

describeOnSqlite('query plans of the deletion of old calls', async (open) => {
  const opened = await open()

  test('no step reads more than its own rows: it finds calls by time or id', async () => {
    const { db } = opened
    const clock = makeTestClock()
    const { admin } = await makeTeam(db, clock)
    const ctx = { ...admin, clock }
    const book = bookOf(ctx)
    // With fewer ids SQLite uses the index anyway.
    for (let call = 0; call < 120; call++) await book.settle(await book.begin(), 10)
    clock.advance(200 * DAY)
    await setCallRetention(ctx, { months: 3 })

    const texts = await notedStatements(async () => {
      while (await deleteOldCallsStep(ctx, { limit: 60, isMine: () => Promise.resolve(true) }));
    })
    expect(await db.attempt.count({ where: { teamId: ctx.team.id } })).toBe(0)

    const asked = texts.filter((text) => OF_CALLS.test(text))
    expect(asked.filter((text) => text.startsWith('DELETE'))).toHaveLength(2)
    for (const text of asked) {
      const values = Array.from({ length: text.split('?').length - 1 }, () => null)
      const plan = await db.$queryRawUnsafe<{ detail: string }[]>(`EXPLAIN QUERY PLAN ${text}`, ...values)
      const ways = plan.map(({ detail }) => detail).filter((detail) => /^(SEARCH|SCAN)/.test(detail))
      expect({ text, ways: ways.length }).not.toMatchObject({ ways: 0 })
      for (const way of ways)
        expect({ text, way }).toEqual({
          text,
          way: expect.stringMatching(WAYS),
        })
    }
  })
})
