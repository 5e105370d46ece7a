import { Text } from '@mantine/core'
import { LinkTo } from '@/components/ui'

/** What to do when a budget stops the run; its place is kept. Nothing for other problems. */
export function BudgetHelp({ team, kind }: { readonly team: string; readonly kind: string | undefined }) {
  if (kind !== 'budget_stopped') return null
  return (
    <Text size="sm">
      Try again here once there is room: the run keeps its place for 15 minutes.{' '}
      <LinkTo href={`/${team}/budgets`} size="sm">
        Open the budgets
      </LinkTo>
    </Text>
  )
}
