import { Text } from '@mantine/core'
import { AppLink, DataTable, Dimmed, EnvironmentBadge, RelativeTime } from '@/components/ui'
import { formatMoment, formatPlural, formatRate, type Rate } from '@/lib/kernel'
import type { GatewayKeyView } from '@/lib/keys/services'
import { type RevokeGatewayKey, RevokeKey } from './service-actions'

/** A gateway key with the names of what it is bound to. */
export interface GatewayKeyRow extends GatewayKeyView {
  /** Null if the upstream key was deleted, so that its calls are refused. */
  readonly keyName: string | null
  /** Rate of the upstream key; null if it was deleted. */
  readonly keyRate: Rate | null
  readonly environmentName: string
  readonly environmentColor: string
}

interface GatewayKeyTableProps {
  readonly team: string
  readonly keys: readonly GatewayKeyRow[]
  readonly now: Date
  /** Null for people without permission. */
  readonly revoke: RevokeGatewayKey | null
}

/** Lists the gateway keys of a service, never with more than their prefixes. */
export function GatewayKeyTable({ team, keys, now, revoke }: GatewayKeyTableProps) {
  return (
    <DataTable<GatewayKeyRow>
      caption={`${formatPlural(keys.length, 'gateway key')} of this service`}
      minWidth={760}
      rows={keys}
      keyOf={({ id }) => id}
      columns={[
        { key: 'prefix', label: 'Gateway key', render: (row) => <Prefix row={row} /> },
        {
          key: 'key',
          label: 'API key',
          render: ({ keyId, keyName }) =>
            keyName === null ? (
              'Deleted: its calls are refused'
            ) : (
              <AppLink href={`/${team}/keys/${keyId}`}>{keyName}</AppLink>
            ),
        },
        {
          key: 'environment',
          label: 'Environment',
          render: ({ environmentName, environmentColor }) => (
            <EnvironmentBadge color={environmentColor}>{environmentName}</EnvironmentBadge>
          ),
        },
        { key: 'rate', label: 'Rate', render: describeRate },
        {
          key: 'me',
          label: 'Balance shown',
          render: ({ tellsBudget }) => (tellsBudget ? 'Budget left' : 'Wallet balance'),
        },
        {
          key: 'expires',
          label: 'Expires',
          render: ({ expiresAt }) => <Expiry at={expiresAt} now={now} />,
        },
        {
          key: 'last',
          label: 'Last use',
          render: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime at={lastUsedAt} now={now} /> : 'Never'),
        },
        revoke !== null && {
          key: 'actions',
          label: 'Actions',
          isActions: true,
          render: ({ id, prefix }) => <RevokeKey team={team} gatewayKey={{ id, prefix }} revoke={revoke} />,
        },
      ]}
    />
  )
}

/** Describes its own rate, or that of the upstream key if it has none. */
export function describeRate({
  requestsPerSecond,
  keyRate,
}: Pick<GatewayKeyRow, 'requestsPerSecond' | 'keyRate'>): string {
  if (requestsPerSecond !== null) return `${requestsPerSecond} a second`
  return keyRate === null ? 'As the API key' : `As the API key: ${formatRate(keyRate)}`
}

function Prefix({ row: { prefix, createdByName } }: { readonly row: GatewayKeyRow }) {
  return (
    <>
      <Text size="sm" ff="monospace">
        {prefix}…
      </Text>
      <Dimmed size="xs">by {createdByName}</Dimmed>
    </>
  )
}

function Expiry(props: { readonly at: Date | null; readonly now: Date }) {
  const { at, now } = props
  if (!at) return 'Never'
  if (at <= now)
    return (
      <Text size="sm" c="red">
        Expired
      </Text>
    )
  return formatMoment(at)
}
