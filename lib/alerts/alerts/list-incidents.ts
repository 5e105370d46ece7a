import { type Nano, parseNano } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { PERHAPS } from './incidents'
import type { AlertKind } from './schemas'
import { selectOpenAlerts } from './store'

const KIND: AlertKind = 'outside_spend'

/** Outside spend that nobody has acknowledged. */
export interface OpenIncident {
  readonly id: string
  readonly walletId: string
  readonly walletName: string
  readonly title: string
  readonly detail: string
  /** Amount, and the moments between which it was spent. */
  readonly nano: Nano
  readonly from: Date
  readonly to: Date
  /** True if it may be our own pages at another price, which the next ones will show. */
  readonly isPerhaps: boolean
}

/** Returns outside spend that nobody has acknowledged, newest first. */
export async function listIncidents(ctx: TeamCtx): Promise<OpenIncident[]> {
  const open = await selectOpenAlerts(ctx.db, ctx.team.id)
  return open
    .filter(({ kind, acknowledgedAt }) => kind === KIND && acknowledgedAt === null)
    .map(({ id, subjectId, subjectName, title, detail, data, dedupeKey, firedAt }) => {
      const { credits, from, to }: Partial<Record<string, string>> = JSON.parse(data)
      return {
        ...{ id, title, detail, walletId: subjectId, walletName: subjectName },
        nano: parseNano(credits ?? '') ?? 0n,
        from: from === undefined ? firedAt : new Date(from),
        to: to === undefined ? firedAt : new Date(to),
        isPerhaps: dedupeKey.split('|')[2] === PERHAPS,
      }
    })
}
