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
  /** True to show all subjects. */
  readonly isWhole: boolean
}

const SHOWN = 100

/** Lists the subjects of a search or a batch, failed ones first, and runs those again. */
export async function SubjectsCard({ title, ctx, searchId, readRuns, hasNews, isWhole }: SubjectsCardProps) {
  const all = await readRuns()
  const failed = all.filter(isFailed)
  const rows = [...failed, ...all.filter((each) => !isFailed(each))]
  const last = failed[0]?.run
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
            failed={failed.map(({ subject }) => subject)}
            conditions={conditionsOf(last)}
            startBackgroundRun={startBackgroundRunAction}
          />
        )
      }
    >
      <SubjectTable
        team={ctx.team.slug}
        rows={isWhole ? rows : rows.slice(0, SHOWN)}
        all={all.length}
        more="?subjects=all#subjects"
        hasNews={hasNews}
        now={ctx.clock.now()}
        timeZone={ctx.team.timeZone}
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
