import { WHAT_STAYS } from '@/components/items/what-stays'
import { ItemsMenu } from '@/components/runs'
import { CountStored, describeStored, Facts, KeepItemsForm, keptFor } from '@/components/settings'
import { Card } from '@/components/ui'
import { COUNTED_PAGES, glanceAtStored } from '@/lib/collect/retention'
import { formatBytes, formatCount, hasRole, plural } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { keepsItemsDays } from '@/lib/teams/teams'
import { deleteTeamItemsAction, keepItemsAction, measureStoredAction, measureTooOldAction } from './actions'

/** Shows to everyone how much space the team's items take and how long they are kept; admins can change it. */
export async function ItemsCard({ title, ctx }: { readonly title: string; readonly ctx: TeamCtx }) {
  const [stored, days] = await Promise.all([glanceAtStored(ctx), keepsItemsDays(ctx)])
  const { slug } = ctx.team
  const many = `Items of more than ${formatCount(COUNTED_PAGES)} pages`
  // Admins see the period in the form.
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  const facts = {
    Stored: stored ? describeStored(stored) : many,
    ...(!isAdmin && { 'For how long': keptFor(days, 'day') }),
  }
  const menu = isAdmin && stored?.pages !== 0 && (
    <ItemsMenu
      name="the stored items"
      input={{ team: slug }}
      label="Delete all items now"
      title="Delete all items of the team?"
      text={`The contents of ${stored ? `all ${plural(stored.items, 'item')} (${formatBytes(stored.bytes)})` : 'all items'} are deleted, including those of private runs. ${WHAT_STAYS}`}
      remove={deleteTeamItemsAction}
    />
  )
  return (
    <Card title={title} description="What searches bought. What services buy is not stored." actions={menu}>
      <Facts facts={facts} />
      {stored === null && <CountStored team={slug} count={measureStoredAction} />}
      {isAdmin && (
        <KeepItemsForm
          key={days}
          team={slug}
          days={days}
          measure={measureTooOldAction}
          keep={keepItemsAction}
        />
      )}
    </Card>
  )
}
