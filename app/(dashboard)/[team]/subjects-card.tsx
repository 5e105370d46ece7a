import { pageEstimates } from '@/app/_server'
import { RunFailedAgain, SubjectTable } from '@/components/runs'
import { Card } from '@/components/ui'
import type { RunView, SubjectRun } from '@/lib/collect/runs'
import { hasRole, nanoToText } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { startBackgroundRunAction } from './runs/actions'

interface SubjectsCardProps {
  readonly title: string
  readonly ctx: TeamCtx
  /** The search to run again; null if the member cannot open it. */
  readonly searchId: string | null
  readonly readRuns: () => Promise<SubjectRun[]>
  /** True to show when each subject last had something new. */
  readonly hasNews: boolean
  /** Number of subjects to show; all by default. */
  readonly shown?: number | undefined
}

/** Lists the subjects of a search or a batch, failed ones first, and runs those again. */
export async function SubjectsCard({ title, ctx, searchId, readRuns, hasNews, shown }: SubjectsCardProps) {
  const [all, estimates] = await Promise.all([readRuns(), pageEstimates(ctx)])
  const failed = all.filter(isFailed)
  const rows = [...failed, ...all.filter((each) => !isFailed(each))]
  const again = failed.filter(({ run }) => !run?.isUserUnknown)
  const last = again[0]?.run
  return (
    <Card
      title={title}
      anchor="subjects"
      actions={
        searchId !== null &&
        last &&
        hasRole(ctx.actor.role, 'member') && (
          <RunFailedAgain
            team={ctx.team.slug}
            searchId={searchId}
            failed={again.flatMap(({ run }) => run?.id ?? [])}
            unknownUsers={failed.length - again.length}
            conditions={conditionsOf(last)}
            estimate={estimates[last.operation]}
            startBackgroundRun={startBackgroundRunAction}
          />
        )
      }
    >
      <SubjectTable
        team={ctx.team.slug}
        rows={rows.slice(0, shown)}
        all={all.length}
        more="?subjects=all#subjects"
        hasNews={hasNews}
        now={ctx.clock.now()}
      />
    </Card>
  )
}

const isFailed = ({ run }: SubjectRun): boolean => run?.isFailed === true

const conditionsOf = ({ capItems, capNano, untilKnown, untilAt }: RunView) => ({
  capItems,
  capCredits: capNano === null ? null : nanoToText(capNano),
  untilKnown,
  untilAt: untilAt?.toISOString() ?? null,
})
