import { pageEstimates, requireMember, type SearchParams } from '@/app/_server'
import { columnsOf, Deck } from '@/components/deck'
import { SearchTabs } from '@/components/shell'
import { CardBoundary, PageHeader } from '@/components/ui'
import { listNewestRuns } from '@/lib/collect/runs'
import { listSearches } from '@/lib/collect/searches'
import { hasRole } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { startBackgroundRunAction } from '../runs/actions'

export const metadata = { title: 'Deck' }

interface DeckPageProps {
  readonly params: Promise<{ team: string }>
  readonly searchParams: SearchParams
}

export default async function DeckPage({ params, searchParams }: DeckPageProps) {
  const ctx = await requireMember(params)
  const { searches } = await searchParams
  return (
    <>
      <PageHeader
        title="Deck"
        description={`The items of each search’s newest run, side by side; times in ${ctx.team.timeZone}. Opening this page costs nothing.`}
      />
      <SearchTabs team={ctx.team.slug} />
      <CardBoundary>
        <Columns ctx={ctx} asked={typeof searches === 'string' ? searches : null} />
      </CardBoundary>
    </>
  )
}

interface ColumnsProps {
  readonly ctx: TeamCtx
  /** The searches that the URL names. */
  readonly asked: string | null
}

async function Columns({ ctx, asked }: ColumnsProps) {
  const [searches, estimates] = await Promise.all([listSearches(ctx), pageEstimates(ctx)])
  const ids = columnsOf(searches, asked).map(({ id }) => id)
  return (
    <Deck
      team={ctx.team.slug}
      searches={searches.map(({ id, name, operation, subject, product, isPinned }) => ({
        id,
        name,
        operation,
        subject,
        product,
        isPinned,
      }))}
      runs={await listNewestRuns(ctx, ids)}
      estimates={estimates}
      now={ctx.clock.now()}
      timeZone={ctx.team.timeZone}
      startBackgroundRun={hasRole(ctx.actor.role, 'member') ? startBackgroundRunAction : null}
    />
  )
}
