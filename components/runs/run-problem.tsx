import type { RunView } from '@/lib/collect/runs'
import { BudgetHelp } from './budget-help'
import type { ShownProblem } from './kept-continuation'
import { type CheckKey, KeyHelp } from './key-help'
import { ProblemAlert } from './problem-alert'

interface RunProblemProps {
  readonly team: string
  readonly run: Pick<RunView, 'keyId'>
  readonly problem: ShownProblem
  /** Address at which the provider can be tested; null for people who may not. */
  readonly provider: string | null
  /** Null for people who may not check keys. */
  readonly checkKey: CheckKey | null
  /** Address at which the search can be run again; null if it was deleted, or for viewers. */
  readonly again: string | null
}

/** Explains why a run's next page did not come, and what can be done about its key or its budgets. */
export function RunProblem({ team, run, problem, provider, checkKey, again }: RunProblemProps) {
  const { kind } = problem
  return (
    <ProblemAlert problem={problem} provider={provider}>
      <KeyHelp team={team} kind={kind} checkKey={checkKey} again={again} keyId={run.keyId} />
      <BudgetHelp team={team} kind={kind} />
    </ProblemAlert>
  )
}
