import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { createBackgroundRuns, getRun, startBackgroundRun } from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { systemClock } from '@/lib/kernel'
import { addKey } from '@/lib/keys/keys'
import { openDb, transaction } from '@/lib/platform/db'
import { makeTeam } from '@/tests/factories/team'
import { startTestUpstream } from '@/tests/factories/upstream'
import { describeOnSqlite } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'
import { waitUntil } from '@/tests/support/wait-until'

const RUNS = 4
const CAP = 300
/** Patience instead of ten seconds. The lock is held until `REFUSALS` writes have been refused. */
const PATIENCE_MS = 30
const REFUSALS = 5

describeOnSqlite('another program keeps the database file locked', (open) => {
  test('for longer than any write waits: the runs in the background wait, and continue', async () => {
    const opened = await open()
    onTestFinished(opened.close)
    const db = openDb(opened.location, PATIENCE_MS)
    onTestFinished(() => db.$disconnect())
    const upstream = await startTestUpstream(systemClock)
    onTestFinished(upstream.close)
    const team = await makeTeam(opened.db, systemClock)
    const ctx = { ...team.admin, db }
    const troubles: unknown[] = []
    const background = createBackgroundRuns({
      services: upstream,
      clock: systemClock,
      isShared: false,
      onError: (error) => void troubles.push(error),
    })
    const where = { walletId: team.walletId, environmentId: team.environments[0]?.id ?? '' }
    const { key } = upstream.issueKey({ pack: 'Scale' })
    const { id: keyId } = await addKey(ctx, upstream, { key, name: '', ...where })
    const search = { name: 'Ada', operation: 'timeline', subject: 'ada' } as const
    const { id: searchId } = await createSearch(ctx, search)
    upstream.sandbox.chooseLatency({ ms: 50, spreadMs: 0 })
    const runIds = await Promise.all(
      Array.from({ length: RUNS }, async () => {
        const runId = randomUUID()
        await startBackgroundRun(ctx, { ...upstream, background }, { runId, searchId, keyId, capItems: CAP })
        return runId
      }),
    )
    await waitUntil(async () => expect(await db.ledgerEntry.count()).toBeGreaterThan(0))

    // Acts as the other program.
    const bell = new EventEmitter()
    const locked = once(bell, 'locked')
    const kept = transaction(opened.db, async (tx) => {
      await tx.$executeRaw`UPDATE "Team" SET "name" = "name"`
      const freed = once(bell, 'free')
      bell.emit('locked')
      await freed
    })
    await locked
    for (let refused = 0; refused < REFUSALS; refused++)
      await expect(db.$executeRaw`UPDATE "Team" SET "name" = "name"`).rejects.toThrow('locked')
    for (const id of runIds) expect((await getRun(ctx, id)).state).toBe('OPEN')
    bell.emit('free')
    await kept

    await Promise.all(runIds.map((id) => background.ended(id)))
    for (const id of runIds)
      expect(await getRun(ctx, id)).toMatchObject({ endReason: 'cap_reached', items: CAP, unknownCalls: 0 })
    expect(troubles).toEqual([])
    expect(await db.attempt.count({ where: { state: 'OPEN' } })).toBe(0)
    expect(await brokenInvariants(db)).toEqual([])
  })
})
