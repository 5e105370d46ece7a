import { AppLink, Credits, DataTable, figureColumn } from '@/components/ui'
import type { SavingView } from '@/lib/alerts/savings'
import { currentUnit } from '@/lib/kernel'
import type { SavingActions } from './saving-actions'
import { SavingButtons } from './saving-buttons'

interface SavingsTableProps extends SavingActions {
  readonly team: string
  readonly savings: readonly SavingView[]
}

/** Lists what could be saved, each with the remedy and a way to hide it for a while. */
export function SavingsTable({ team, savings, ...actions }: SavingsTableProps) {
  return (
    <DataTable<SavingView>
      caption="What could be saved, the most expensive first"
      rows={savings}
      keyOf={({ kind, subjectId }) => `${kind} ${subjectId}`}
      columns={[
        {
          key: 'what',
          label: 'What',
          render: ({ text, path }) => <AppLink href={`/${team}/${path}`}>{text}</AppLink>,
        },
        figureColumn(
          'spent',
          `Spent in 30 days (${currentUnit()})`,
          ({ nano }) => <Credits amount={nano} />,
          {
            onCard: 'figure',
          },
        ),
        {
          key: 'actions',
          label: 'Actions',
          isActions: true,
          render: (saving) => <SavingButtons team={team} saving={saving} {...actions} />,
        },
      ]}
    />
  )
}
