'use client'

import { Stack, Text } from '@mantine/core'
import { type BulkAction, type ManyAction, Selection } from '@/components/lists'
import {
  AppLink,
  DataTable,
  DialogButton,
  Dimmed,
  EnvironmentBadge,
  loadDialogWhenOpened,
  RefusalAlert,
  RelativeTime,
  type Sorting,
  spentColumn,
} from '@/components/ui'
import { formatAgo, formatCredits, formatRate, unitTitle } from '@/lib/kernel'
import { KeyActions, useKeyActions } from './key-actions'
import type { KeyActionProps, KeyRow } from './key-row'
import { describeRateSource, type KeyService, KeyStatus } from './key-words'
import { LeakDialog } from './leak-dialog'
import type { PastedLeakProps } from './pasted-leak'

interface KeyTableProps extends KeyActionProps {
  readonly keys: readonly KeyRow[]
  readonly service: KeyService
  readonly isAdmin: boolean
  readonly now: Date
  readonly sorting: Sorting
  readonly changeKeys: ManyAction['act']
}

const ACTIONS: readonly BulkAction[] = [
  { change: 'disable', label: 'Disable', done: 'Disabled', inverse: 'enable' },
  { change: 'enable', label: 'Enable', done: 'Enabled', inverse: 'disable' },
]

/** Lists the team's keys with all that may be shown of them, never more than the prefix. */
export function KeyTable(props: KeyTableProps) {
  const { keys, service, isAdmin, now, sorting, changeKeys, ...actions } = props
  const perform = useKeyActions(actions)
  const time = (at: Date) => <RelativeTime at={at} now={now} />
  const columns = [
    {
      key: 'key',
      label: 'Key',
      share: 14,
      render: ({ id, name, prefix }: KeyRow) => (
        <>
          <AppLink href={`/${actions.team}/keys/${id}`}>{name}</AppLink>
          <Text size="sm" c="dimmed" ff="monospace">
            {prefix}…
          </Text>
        </>
      ),
    },
    {
      key: 'environment',
      label: 'Environment',
      share: 12.5,
      onCard: 'state' as const,
      render: ({ environmentName, environmentColor }: KeyRow) => (
        <EnvironmentBadge color={environmentColor}>{environmentName}</EnvironmentBadge>
      ),
    },
    {
      key: 'status',
      label: 'State',
      share: 10,
      onCard: 'state' as const,
      render: (row: KeyRow) => (
        <>
          <KeyStatus row={row} />
          {row.elsewhere !== null && <Dimmed>{row.elsewhere}</Dimmed>}
        </>
      ),
    },
    {
      key: 'limit',
      label: 'Limit',
      share: 14,
      onCard: 'none' as const,
      render: ({ pack, rate, rateSource }: KeyRow) => (
        <>
          <span>{pack ?? formatRate(rate)}</span>
          {pack !== null && <Dimmed>{formatRate(rate)}</Dimmed>}
          {rateSource !== 'account' && <Dimmed>{describeRateSource(rateSource)}</Dimmed>}
        </>
      ),
    },
    {
      key: 'wallet',
      label: 'Wallet and balance',
      share: 16,
      onCard: 'line' as const,
      render: ({ walletName, balance, unit }: KeyRow) => (
        <>
          <Text size="sm">{walletName}</Text>
          <Dimmed>
            {balance ? <KeyBalance balance={balance} unit={unit} now={now} /> : 'Balance not known'}
          </Dimmed>
        </>
      ),
    },
    spentColumn<KeyRow>(
      `${unitTitle()},\n30 days`,
      ({ id }) => `/${actions.team}/usage?range=30d&by=search&key=${id}`,
      8.5,
    ),
    {
      key: 'activity',
      label: 'Activity',
      share: 19,
      onCard: 'line' as const,
      render: ({ activity, lastUsedAt }: KeyRow) => (
        <>
          <span>{activity}</span>
          <Dimmed>{lastUsedAt ? <>Last used {time(lastUsedAt)}</> : 'Never used'}</Dimmed>
        </>
      ),
    },
  ]
  const actionColumn = {
    key: 'actions',
    label: 'Actions',
    isActions: true,
    share: 6,
    render: (row: KeyRow) => (
      <KeyActions row={row} perform={perform} hasCheck={service.tellsKeys && row.elsewhere === null} />
    ),
  }
  return (
    <Stack gap="sm">
      <RefusalAlert refusal={perform.refusal} />
      <Selection team={actions.team} of={['key', 'keys']} actions={ACTIONS} act={isAdmin ? changeKeys : null}>
        <DataTable
          caption="Keys of the team"
          minWidth={960}
          columns={isAdmin ? [...columns, actionColumn] : columns}
          rows={keys}
          sorting={sorting}
          picks={isAdmin ? ({ name }) => name : undefined}
          keyOf={({ id }) => id}
        />
      </Selection>
      <LeakDialog report={perform.report} onClose={perform.closeReport} />
    </Stack>
  )
}

/** Age in milliseconds from which a balance says when it was read; before, only its title does. */
const OLD_MS = 3_600_000

/** Shows a balance as last read, minus what was spent since. */
function KeyBalance({
  balance: { balanceNano, readNano, isTyped, at },
  unit,
  now,
}: Pick<KeyRow, 'unit'> & { readonly balance: NonNullable<KeyRow['balance']>; readonly now: Date }) {
  const text = `${formatCredits(balanceNano)} ${unit}`
  const read = `${isTyped ? 'entered by you' : 'read'} ${formatAgo(at, now)}`
  return (
    <span title={`${formatCredits(readNano)} ${unit} ${read}`}>
      {now.getTime() - at.getTime() < OLD_MS ? text : `${text}; ${read}`}
    </span>
  )
}

const PastedLeak = loadDialogWhenOpened(
  () => import('./pasted-leak').then((loaded) => loaded.PastedLeak),
  ({ isOpen }) => isOpen,
)

/** Helps someone who has found a key somewhere and does not know which one it is. */
export const ReportLeak = (content: Omit<PastedLeakProps, 'isOpen' | 'onClose'>) => (
  <DialogButton variant="default" label="Report a leaked key" dialog={PastedLeak} content={content} />
)
