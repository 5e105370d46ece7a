import { Stack } from '@mantine/core'
import { requireMember } from '@/app/_server'
import { KEPT_AFTER_DELETION_TEXT } from '@/components/items/what-stays'
import { ItemsMenu } from '@/components/runs'
import { CountStoredItems, describeStoredItems, keptForText, RetentionForm } from '@/components/settings'
import { Card, FactList, PageHeader } from '@/components/ui'
import { MAX_AUTO_COUNTED_PAGES, measureStoredItemsIfFew } from '@/lib/collect/retention'
import { formatBytes, formatCount, formatDay, formatPlural, hasRole } from '@/lib/kernel'
import { findDeletedCalls } from '@/lib/money/ledger'
import { readCallRetention, readItemRetentionDays } from '@/lib/teams/teams'
import {
  deleteTeamItemsAction,
  keepCallsAction,
  keepItemsAction,
  measureOldCallsAction,
  measureStoredAction,
  measureTooOldAction,
} from '../actions'

export const metadata = { title: 'Data retention · settings' }

interface RetentionPageProps {
  readonly params: Promise<{ team: string }>
}

/** Shows to everyone what is stored and for how long; admins can change it. */
export default async function RetentionPage({ params }: RetentionPageProps) {
  const ctx = await requireMember(params)
  const [stored, days, { months }, deletedCalls] = await Promise.all([
    measureStoredItemsIfFew(ctx),
    readItemRetentionDays(ctx),
    readCallRetention(ctx),
    findDeletedCalls(ctx),
  ])
  const { slug } = ctx.team
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  const facts = {
    'Stored items': stored
      ? describeStoredItems(stored)
      : `Those of more than ${formatCount(MAX_AUTO_COUNTED_PAGES)} pages`,
    ...(deletedCalls && { 'Deleted call history': `Before ${formatDay(deletedCalls.before)}` }),
    // Admins see the times in the form.
    ...(!isAdmin && { Items: keptForText(days, 'day'), 'Call history': keptForText(months, 'month') }),
  }
  const menu = isAdmin && stored?.pages !== 0 && (
    <ItemsMenu
      name="the stored items"
      input={{ team: slug }}
      label="Delete all items now"
      title="Delete all items of the team?"
      text={`The contents of ${stored ? `all ${formatPlural(stored.items, 'item')} (${formatBytes(stored.bytes)})` : 'all items'} are deleted, including those of private runs. ${KEPT_AFTER_DELETION_TEXT}`}
      remove={deleteTeamItemsAction}
    />
  )
  return (
    <>
      <PageHeader
        title="Data retention"
        description="Totals are always kept. What services buy is not stored."
      />
      <Stack gap="xl">
        <Card title="Now" actions={menu} isNarrow>
          <FactList facts={facts} />
          {stored === null && <CountStoredItems team={slug} count={measureStoredAction} />}
        </Card>
        {isAdmin && (
          <Card title="How long to keep" isNarrow>
            <RetentionForm
              key={`${days} ${months}`}
              items={{
                now: days,
                measure: measureTooOldAction,
                keep: keepItemsAction,
              }}
              calls={{
                now: months,
                measure: measureOldCallsAction,
                keep: keepCallsAction,
              }}
              team={slug}
            />
          </Card>
        )}
      </Stack>
    </>
  )
}
