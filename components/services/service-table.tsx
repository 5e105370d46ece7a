import { Group, Text } from '@mantine/core'
import {
  AppLink,
  Credits,
  DataTable,
  Dimmed,
  EnvironmentBadge,
  figureColumn,
  RelativeTime,
  type Sorting,
} from '@/components/ui'
import { formatCount, formatPlural, unitTitle } from '@/lib/kernel'
import type { ServiceUsage } from '@/lib/keys/services'

interface ServiceTableProps {
  readonly team: string
  readonly services: readonly ServiceRow[]
  /** Range of the usage, such as "7 days". */
  readonly period: string
  readonly now: Date
  readonly sorting: Sorting
}

/** Lists the team's services with each one's usage in the range. */
export function ServiceTable({ team, services, period, now, sorting }: ServiceTableProps) {
  return (
    <DataTable<ServiceRow>
      caption="Services of the team"
      minWidth={640}
      sorting={sorting}
      rows={services}
      keyOf={({ id }) => id}
      columns={[
        { key: 'service', label: 'Service', render: (row) => <ServiceName team={team} row={row} /> },
        {
          key: 'environment',
          label: 'Environment',
          onCard: 'line',
          render: ({ environments }) => (
            <Group gap={4}>
              {environments.length === 0 && '—'}
              {environments.map(({ name, color }) => (
                <EnvironmentBadge key={name} color={color}>
                  {name}
                </EnvironmentBadge>
              ))}
            </Group>
          ),
        },
        {
          key: 'keys',
          label: 'Keys used',
          onCard: 'none',
          render: (row) => <KeysUsed team={team} row={row} />,
        },
        figureColumn('credits', unitTitle(), ({ use }) => creditsOf(use, period), { onCard: 'figure' }),
        figureColumn('items', 'Items', ({ use }) => formatCount(use?.items ?? 0), { onCard: 'none' }),
        figureColumn('calls', 'Calls', ({ use }) => formatCount(use?.calls ?? 0)),
        figureColumn('refused', 'Refused (429)', ({ use }) => formatCount(use?.refused ?? 0)),
        {
          key: 'last',
          label: 'Last use',
          render: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime at={lastUsedAt} now={now} /> : 'Never'),
        },
      ]}
    />
  )
}

/** Shows the credits. If nothing was priced, the charge is not 0 but unknown. */
const creditsOf = (use: ServiceRow['use'], period: string) =>
  use && use.items > 0 && use.chargeNano === 0n && use.unpricedItems === use.items ? (
    'Unknown'
  ) : (
    <Credits amount={use?.chargeNano ?? 0n} period={period} />
  )

interface CellProps {
  readonly team: string
  readonly row: ServiceRow
}

function ServiceName({ team, row: { id, name, isDeleted, gatewayKeys } }: CellProps) {
  if (isDeleted) return <Text size="sm">{name}</Text>
  return (
    <>
      <AppLink href={`/${team}/services/${id}`}>{name}</AppLink>
      <Dimmed size="xs">
        {gatewayKeys === 0 ? 'No gateway key' : formatPlural(gatewayKeys, 'gateway key')}
      </Dimmed>
    </>
  )
}

function KeysUsed({ team, row: { keys } }: CellProps) {
  if (keys.length === 0) return '—'
  return keys.map(({ id, name, prefix }) => (
    <div key={id}>
      <AppLink href={`/${team}/keys/${id}`} title={`${prefix}…`}>
        {name}
      </AppLink>
    </div>
  ))
}

/** A service as it is listed. */
export interface ServiceRow {
  readonly id: string
  readonly name: string
  /** True for a deleted one, which is listed while it has usage in the range. */
  readonly isDeleted: boolean
  readonly environments: readonly { readonly name: string; readonly color: string }[]
  /** Upstream keys that its gateway keys are bound to. */
  readonly keys: readonly { readonly id: string; readonly name: string; readonly prefix: string }[]
  /** Number of its gateway keys. */
  readonly gatewayKeys: number
  /** Null if it did not call in the range. */
  readonly use: ServiceUsage | null
  readonly lastUsedAt: Date | null
}
