import { Stack } from '@mantine/core'
import { requireMember, type SearchParams } from '@/app/_server'
import { FindItemForm, FoundItemView } from '@/components/runs'
import { SearchTabs } from '@/components/shell'
import { Card, CardBoundary, LiveRefresh, PageHeader } from '@/components/ui'
import { findItem, findItemInput, runsOfAddress } from '@/lib/collect/runs'
import { hasRole } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { markItemAction } from './actions'
import { RunsCard } from './runs-card'

export const metadata = { title: 'Runs' }

interface RunsPageProps {
  readonly params: Promise<{ team: string }>
  /** `item`: id of an item to look for. `search`, `member`, `state` and `after`: the runs to list. */
  readonly searchParams: SearchParams
}

export default async function RunsPage({ params, searchParams }: RunsPageProps) {
  const ctx = await requireMember(params)
  const asked = await searchParams
  const { item } = asked
  const id = typeof item === 'string' ? item.trim() : ''
  const query = runsOfAddress.parse(asked)
  return (
    <>
      <LiveRefresh team={ctx.team.slug} />
      <PageHeader
        title="Runs"
        description="Runs, who started them and what they cost. Newest first."
        actions={<FindItemForm team={ctx.team.slug} id={id} />}
      />
      <SearchTabs team={ctx.team.slug} />
      <Stack>
        {id !== '' && (
          <CardBoundary key={id}>
            <FoundCard ctx={ctx} id={id} />
          </CardBoundary>
        )}
        <CardBoundary>
          <RunsCard title="All runs" ctx={ctx} query={query} />
        </CardBoundary>
      </Stack>
    </>
  )
}

async function FoundCard({ ctx, id }: { readonly ctx: TeamCtx; readonly id: string }) {
  const asked = findItemInput.safeParse({ itemId: id })
  const found = asked.success ? await findItem(ctx, asked.data.itemId) : null
  const { slug, timeZone } = ctx.team
  return (
    <Card title="The item">
      <FoundItemView
        key={id}
        id={id}
        found={found}
        timeZone={timeZone}
        team={slug}
        markItem={hasRole(ctx.actor.role, 'member') ? markItemAction : null}
      />
    </Card>
  )
}
