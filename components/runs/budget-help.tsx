import { Text } from '@mantine/core'
import { LinkTo } from '@/components/ui'

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
      {kind === 'budget_stopped'
        ? 'Try again here once there is room: the run keeps its place for 15 minutes.'
        : 'It can run again once there is room.'}{' '}
      <LinkTo href={`/${team}/budgets`} size="sm">
        Open the budgets
      </LinkTo>
    </Text>
  )
}
