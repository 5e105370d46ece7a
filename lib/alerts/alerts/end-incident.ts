import { formatMoment, nanoToText, operationItem, teamUnit } from '@/lib/kernel'
import type { AlertInputs } from './condition'

interface EndingIncident {
  readonly subjectId: string
  readonly subjectName: string
  readonly title: string
  readonly detail: string
  readonly firedAt: Date
  readonly acknowledgedAt: Date | null
}

/** The way in which an incident ends, in words that replace its own. */
interface Ending {
  readonly title?: string
  readonly detail?: string
}

/**
 * Returns how outside spend that the readings no longer show ends, if it does: only if they prove that it was a price,
 * or identify it as somebody else’s, which is an incident of its own. Null: it stays until somebody acknowledges it.
 */
export function endOfIncident(
  { subjectId, subjectName, detail, firedAt, acknowledgedAt }: EndingIncident,
  { ctx, anomalies }: Pick<AlertInputs, 'ctx' | 'anomalies'>,
): Ending | null {
  if (acknowledgedAt !== null) return {}
  const wallet = anomalies.outside.find(({ walletId }) => walletId === subjectId)
  if (wallet?.certain)
    return {
      detail: `${detail} The readings since then show that it was somebody else: see the alert about that.`,
    }
  const shift = anomalies.shifts.findLast(
    ({ walletId, knownAt }) => walletId === subjectId && knownAt >= firedAt,
  )
  if (!shift) return null
  const { operation, realNano, since } = shift
  const price = `Since ${formatMoment(since, ctx.team.timeZone)} ${operationItem(operation)} takes ${nanoToText(realNano)} ${teamUnit(ctx.team.id)}`
  return {
    title: `It was a price: nobody else spent from “${subjectName}”`,
    detail: `${price}, as the readings since then prove. The alert said at first: ${detail}`,
  }
}
