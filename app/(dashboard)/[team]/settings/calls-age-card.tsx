import { Facts, KeepCallsForm, keptFor } from '@/components/settings'
import { Card } from '@/components/ui'
import { formatDay, hasRole } from '@/lib/kernel'
import { findLeft } from '@/lib/money/ledger'
import type { TeamCtx } from '@/lib/platform/db'
import { readCallsAge } from '@/lib/teams/teams'
import { keepCallsAction, measureOldCallsAction } from './actions'

/** Shows to everyone how long details of calls are kept; admins can change it. */
export async function CallsAgeCard({ title, ctx }: { readonly title: string; readonly ctx: TeamCtx }) {
  const [{ months }, left] = await Promise.all([readCallsAge(ctx), findLeft(ctx)])
  const { slug, timeZone } = ctx.team
  // Admins see the period in the form.
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  const deleted = left ? { Deleted: `What was before ${formatDay(left.before, timeZone)}` } : {}
  return (
    <Card title={title} description="Who called, when, and what each call cost. Sums are kept for ever.">
      <Facts facts={isAdmin ? deleted : { 'For how long': keptFor(months, 'month'), ...deleted }} />
      {isAdmin && (
        <KeepCallsForm
          key={months}
          team={slug}
          months={months}
          measure={measureOldCallsAction}
          keep={keepCallsAction}
        />
      )}
    </Card>
  )
}
