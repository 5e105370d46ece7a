import type { Clock } from '@/lib/kernel'
import { appendAuditEntry } from '@/lib/platform/audit'
import { type Db, transaction } from '@/lib/platform/db'
import { listAllTeams } from '@/lib/teams/teams'
import { systemCtx } from './jobs'
import { takeRestoreNote } from './store'

/**
 * If the database was restored from a backup, records that in each team's audit log, once: what was bought between the
 * two moments is on no ledger, and nobody else bought it.
 */
export async function recordRestore(db: Db, clock: Clock): Promise<void> {
  await transaction(db, async (tx) => {
    const restored = await takeRestoreNote(tx)
    if (!restored) return
    const detail = { from: restored.takenAt, to: restored.restoredAt.toISOString() }
    for (const team of await listAllTeams(tx))
      await appendAuditEntry(tx, systemCtx(db, clock, team), {
        action: 'backup.restore',
        subjectId: team.id,
        subjectName: team.name,
        detail,
      })
  })
}
