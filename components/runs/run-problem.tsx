'use client'

import { Group, Text } from '@mantine/core'
import { type Action, ActionButton } from '@/components/forms'
import { AppLink, ButtonLink, EmptyState } from '@/components/ui'
import type { EndReason, RunView } from '@/lib/collect/runs'
import type { ShownProblem } from './kept-continuation'
import { canCheckResumeKey, keyAdvice, ProblemAlert } from './problem-alert'

interface RunProblemProps {
  readonly team: string
  readonly run: Pick<RunView, 'keyId'>
  readonly problem: ShownProblem
  /** Address at which the provider can be tested; null for people without permission. */
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

export type CheckKey = Action<{ team: string; keyId: string }, unknown>

interface KeyHelpProps {
  readonly team: string
  readonly keyId: string
  readonly kind: string | undefined
  /** Null for people who may not check keys. */
  readonly checkKey: CheckKey | null
  /** Address at which the search can run with another key; null if it was deleted. */
  readonly again: string | null
}

/** Says what to do when the key is the problem; the run can continue. Renders nothing for other problems. */
export function KeyHelp({ team, keyId, kind, checkKey, again }: KeyHelpProps) {
  const advice = keyAdvice(kind, checkKey !== null)
  if (advice === null) return null
  return (
    <Group gap="sm">
      <Text size="sm">{advice}</Text>
      {checkKey && canCheckResumeKey(kind) && (
        <ActionButton
          label="Check the key"
          action={checkKey}
          input={{ team, keyId }}
          done="The API accepts the key. Try the page again."
        />
      )}
      {checkKey && <AppLink href={`/${team}/keys`}>Open the keys</AppLink>}
      {again && <AppLink href={again}>Run the search with another key</AppLink>}
    </Group>
  )
}

/**
 * Says what to do when a budget stops the run, which can continue unless it ended before its first page. Renders
 * nothing for other problems.
 */
export function BudgetHelp({
  team,
  kind,
}: {
  readonly team: string
  readonly kind: string | null | undefined
}) {
  if (kind !== 'budget_stopped' && kind !== 'budget_refused') return null
  return (
    <Text size="sm">
      <AppLink href={`/${team}/budgets`}>Open the budgets</AppLink>.{' '}
      {kind === 'budget_stopped'
        ? 'Try again here once there is room: the run keeps its place for 15 minutes.'
        : 'It can run again once there is room.'}
    </Text>
  )
}

interface NoItemsProps {
  readonly team: string
  readonly endReason: EndReason
  /** Address at which the search can run again; null if it cannot be opened, and for viewers. */
  readonly again: string | null
}

/** Says that an ended run has no items; the reason is above, and if it is a budget, this leads to it first. */
export const NoItems = ({ team, endReason, again }: NoItemsProps) =>
  endReason === 'budget_refused' ? (
    <EmptyState
      title="Nothing was bought"
      text="The search can run again once its budget has room."
      action={
        <Group gap="md" justify="center">
          <ButtonLink href={`/${team}/budgets`} size="xs">
            Open the budgets
          </ButtonLink>
          {again && <AppLink href={again}>Run again</AppLink>}
        </Group>
      }
    />
  ) : (
    <EmptyState title="No items" />
  )
