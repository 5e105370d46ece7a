import { readNews } from '@/lib/collect/items'
import type { CallPrincipal, OldCalls } from '@/lib/money/ledger'
import { selectPrincipals } from '../core/store'

/** Details that runs and their pages reveal about calls that predate principals. */
export const oldCalls: OldCalls = {
  async principalsOf(tx, teamId, runIds) {
    const runs = await selectPrincipals(tx, teamId, runIds)
    return new Map(
      runs.map(({ id, memberId, isScheduled, searchId, endReason }): [string, CallPrincipal] => {
        const whom = isScheduled
          ? ({ principal: 'schedule', principalId: searchId ?? '' } as const)
          : ({ principal: 'member', principalId: memberId } as const)
        return [id, { ...whom, origin: endReason === 'provider_test' ? 'test' : 'search' }]
      }),
    )
  },
  async newItemsOf(tx, teamId, attemptIds) {
    const news = await readNews(tx, teamId, attemptIds)
    return new Map([...news].map(([id, { count }]) => [id, count]))
  },
}
