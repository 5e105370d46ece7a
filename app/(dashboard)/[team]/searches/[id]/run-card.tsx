import { Stack } from '@mantine/core'
import { averageAnswerTimes, pageEstimates, teamProvider } from '@/app/_server'
import { RunPanel } from '@/components/searches'
import { Card, PageNote } from '@/components/ui'
import { forecastRunOutlook, listRuns, needsUserLookUp } from '@/lib/collect/runs'
import { listKeysFor, type SearchView } from '@/lib/collect/searches'
import { isNewestFirstOrder } from '@/lib/kernel'
import { listStoppingBudgets } from '@/lib/money/budgets'
import type { TeamCtx } from '@/lib/platform/db'
import { startBackgroundRunAction, startRunAction } from '../../runs/actions'
import { restoreSearchAction } from '../actions'

interface RunCardProps {
  readonly title: string
  readonly ctx: TeamCtx
  readonly search: SearchView
  readonly isBackground: boolean
}

const RUNS_LOOKED_AT = 20

/** Runs the search, with a choice of key and extent, and its price. */
export async function RunCard({ title, ctx, search, isBackground }: RunCardProps) {
  const [[keys, budgets], estimates, runs, times, looksUp] = await Promise.all([
    keysAndBudgets(ctx, search),
    pageEstimates(ctx),
    listRuns(ctx, { searchId: search.id, limit: RUNS_LOOKED_AT }),
    averageAnswerTimes(ctx, search.operation),
    teamProvider(ctx).then((upstream) => needsUserLookUp(ctx, upstream, search)),
  ])
  const estimate = estimates[search.operation]
  return (
    <Card
      title={title}
      anchor="run"
      description={
        search.subjectCount > 1
          ? 'In the background: Purser buys each subject by itself, a few at once.'
          : 'Page by page: each page is bought when you ask for it. In the background: Purser buys page after page.'
      }
    >
      <Stack gap="sm">
        {ctx.team.isExample && (
          <PageNote lead="Searches of the example cannot be run.">
            Here you see what a run would cost. To run searches, use a team of your own.
          </PageNote>
        )}
        <RunPanel
          team={ctx.team.slug}
          isExample={ctx.team.isExample === true}
          searchId={search.id}
          name={search.name}
          keys={keys.map((key) => ({
            id: key.id,
            name: key.name,
            prefix: key.prefix,
            walletId: key.walletId,
            pack: key.pack,
            environmentId: key.environmentId,
            environmentName: key.environmentName,
            rate: key.rate,
            answerMs: times.get(key.id) ?? null,
          }))}
          choosesKey={search.keyChoice === 'wallet'}
          isByTime={isNewestFirstOrder(search)}
          estimate={looksUp ? estimate : { ...estimate, lookUpNano: null }}
          subjectCount={search.subjectCount}
          isBackground={isBackground}
          hasRun={runs.length > 0}
          outlook={forecastRunOutlook(runs, ctx.clock.now())}
          budgets={budgets}
          restore={search.may.change ? restoreSearchAction : null}
          startRun={startRunAction}
          startBackgroundRun={startBackgroundRunAction}
        />
      </Stack>
    </Card>
  )
}

async function keysAndBudgets(ctx: TeamCtx, search: SearchView) {
  const keys = await listKeysFor(ctx, search)
  return [keys, await listStoppingBudgets(ctx, search.id, keys)] as const
}
