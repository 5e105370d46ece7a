import { DataTable } from '@/components/ui'
import { formatMoment } from '@/lib/kernel'
import type { RaiseView, Unit } from '@/lib/money/budgets'
import { exactAmount } from './labels'

const STATES: Readonly<Record<RaiseView['state'], string>> = {
  asked: 'Waits for an admin',
  granted: 'Granted',
  refused: 'Refused',
}

interface RaiseListProps {
  readonly budgetName: string
  readonly raises: readonly RaiseView[]
  readonly unit: Unit
  readonly timeZone: string
}

/** Lists raises of a budget with their results, newest first. */
export function RaiseList({ budgetName, raises, unit, timeZone }: RaiseListProps) {
  return (
    <DataTable
      caption={`Raises of ${budgetName}, times in ${timeZone}`}
      minWidth={520}
      rows={raises}
      keyOf={({ id }) => id}
      columns={[
        { key: 'asked', label: 'Asked', render: ({ askedAt }) => formatMoment(askedAt, timeZone) },
        { key: 'by', label: 'By', render: ({ askedByName }) => askedByName },
        {
          key: 'amount',
          label: 'More',
          isNumeric: true,
          render: ({ amount }) => exactAmount(amount, unit),
        },
        { key: 'reason', label: 'For', render: ({ reason }) => reason },
        { key: 'state', label: 'Answer', render: (raise) => describeAnswer(raise, timeZone) },
      ]}
    />
  )
}

function describeAnswer({ state, decidedByName, endsAt }: RaiseView, timeZone: string): string {
  const by = decidedByName ? ` by ${decidedByName}` : ''
  const until = endsAt ? `, until ${formatMoment(endsAt, timeZone)}` : ''
  return `${STATES[state]}${by}${until}`
}
