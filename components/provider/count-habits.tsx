import { Text } from '@mantine/core'
import { Card } from '@/components/ui'
import { type ByOperation, OPERATIONS, operationEntries } from '@/lib/kernel'
import type { CountHabit } from '@/lib/upstream/providers'
import { describeCountHabit, type PageSizes } from './count-words'

interface CountHabitsProps {
  readonly habits: ByOperation<CountHabit>
  readonly sizes: ByOperation<PageSizes>
  readonly timeZone: string
}

/** Shows what the team's pages have shown about counts, which is learnt and not set. */
export function CountHabits({ habits, sizes, timeZone }: CountHabitsProps) {
  return (
    <Card
      title="Counts"
      description="A call’s count is the number of items that it asks for. An upstream may send more, and charges for what it sends. Purser learns from this team’s pages whether it does, so that budgets and caps hold enough for the next one."
    >
      <dl style={{ margin: 0 }}>
        {operationEntries(habits).map(([operation, habit]) => (
          <div key={operation}>
            <Text component="dt" size="sm" c="dimmed">
              {OPERATIONS[operation].plural}
            </Text>
            <Text component="dd" size="sm" m={0} mb="xs">
              {describeCountHabit(sizes[operation], habit, timeZone)}
            </Text>
          </div>
        ))}
      </dl>
    </Card>
  )
}
