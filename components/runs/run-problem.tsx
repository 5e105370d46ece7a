import type { RunView } from '@/lib/collect/runs'
import { BudgetHelp } from './budget-help'
import type { ShownProblem } from './kept-continuation'
import { type CheckKey, KeyHelp } from './key-help'
import { ProblemAlert } from './problem-alert'

interface RunProblemProps {
  readonly team: string
  readonly run: Pick<RunView, 'keyId'>
  readonly problem: ShownProblem
  /** Where the provider can be tested; null for people who may not. */
  readonly provider: string | null
  /** Null for people who may not check keys. */
  readonly checkKey: CheckKey | null
  /** Where the search can be run again; null where it was deleted, or for people who only look. */
  readonly again: string | null
}

/** Why a run's next page did not come, and what can be done about its key or its budgets. */
export function RunProblem({ team, run, problem, provider, checkKey, again }: RunProblemProps) {
  const { kind } = problem
  return (
    <ProblemAlert problem={problem} provider={provider}>
      <KeyHelp {...{ team, kind, checkKey, again }} keyId={run.keyId} />
      <BudgetHelp team={team} kind={kind} />
    </ProblemAlert>
  )
}
