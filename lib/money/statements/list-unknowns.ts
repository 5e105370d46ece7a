import { z } from 'zod'
import { listUnknownAttempts } from '@/lib/money/ledger'
import type { TeamCtx } from '@/lib/platform/db'
import type { UnknownView } from './schemas'

const finding = z.enum(['charged', 'uncharged'])

const MAX = 100

/** Returns the team's calls whose answer was lost: unresolved ones first, each newest first. */
export async function listUnknowns(ctx: TeamCtx, most = MAX): Promise<UnknownView[]> {
  const rows = await listUnknownAttempts(ctx, most)
  return rows.map(({ entry, resolution, ...attempt }) => ({
    attemptId: attempt.id,
    walletId: attempt.walletId,
    at: entry?.at ?? attempt.openedAt,
    why: entry?.reason ?? 'Not known',
    keyPrefix: attempt.keyPrefix,
    environmentName: attempt.environmentName,
    memberName: attempt.memberName,
    searchName: attempt.searchName,
    operation: attempt.operation,
    runId: attempt.runId,
    pageNumber: attempt.pageNumber,
    mostItems: attempt.reservedItems,
    mostNano: attempt.reservedNano,
    resolution: resolution && {
      finding: finding.parse(resolution.finding),
      items: resolution.items,
      chargeNano: resolution.chargeNano,
      note: resolution.note,
      by: resolution.resolvedByName,
      at: resolution.at,
    },
  }))
}
