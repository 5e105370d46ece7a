import { Stack } from '@mantine/core'
import { requireMember, type SearchParams } from '@/app/_server'
import { FindItemForm, FoundItemView, RunTable } from '@/components/runs'
import { SearchTabs } from '@/components/shell'
import { ButtonLink, Card, LiveRefresh, PageHeader } from '@/components/ui'
import { findItem, findItemInput, listRuns } from '@/lib/collect/runs'
import { hasRole } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { Loaded } from '../loaded'
import { markItemAction } from './actions'

export const metadata = { title: 'Runs' }

interface RunsPageProps {
  readonly params: Promise<{ team: string }>
  /** `item`: the id of an item to look for. */
  readonly searchParams: SearchParams
}

const MOST = 100
const TITLE = 'Latest runs'
const FOUND = 'The item'

export default async function RunsPage({ params, searchParams }: RunsPageProps) {
  const ctx = await requireMember(params)
  const { item } = await searchParams
  const id = typeof item === 'string' ? item.trim() : ''
  return (
    <>
      <LiveRefresh team={ctx.team.slug} />
      <PageHeader title="Runs" description={`The latest ${MOST} runs, with their member and cost.`} />
      <SearchTabs team={ctx.team.slug} />
      <Stack>
        <FindItemForm team={ctx.team.slug} id={id} />
        {id !== '' && (
          <Loaded key={id} title={FOUND}>
            <FoundCard ctx={ctx} id={id} />
          </Loaded>
        )}
        <Loaded title={TITLE} height={320}>
          <RunsCard ctx={ctx} />
        </Loaded>
      </Stack>
    </>
  )
}

async function RunsCard({ ctx }: { readonly ctx: TeamCtx }) {
  const { slug, timeZone } = ctx.team
  const runs = await listRuns(ctx, { most: MOST })
  return (
    <Card title={TITLE}>
      <RunTable
        team={slug}
        runs={runs}
        now={ctx.clock.now()}
        timeZone={timeZone}
        firstStep={<ButtonLink href={`/${slug}/searches`}>Go to the searches</ButtonLink>}
      />
    </Card>
  )
}

async function FoundCard({ ctx, id }: { readonly ctx: TeamCtx; readonly id: string }) {
  const asked = findItemInput.safeParse({ itemId: id })
  const found = asked.success ? await findItem(ctx, asked.data.itemId) : null
  const { slug, timeZone } = ctx.team
  return (
    <Card title={FOUND}>
      <FoundItemView
        key={id}
        {...{ id, found, timeZone }}
        team={slug}
        markItem={hasRole(ctx.actor.role, 'member') ? markItemAction : null}
      />
    </Card>
  )
}
