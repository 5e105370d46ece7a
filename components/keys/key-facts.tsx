import { Alert, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { CopyButton, DotBadge, RelativeTime, StatTile } from '@/components/ui'
import { formatCredits, formatCreditsOnCard, formatRate } from '@/lib/kernel'
import type { KeyRow } from './key-row'
import { KeyStatus } from './key-status'

interface KeyFactsProps {
  readonly row: KeyRow
  /** Why a key that lies outside of the database cannot be used. */
  readonly problem?: string | null
  readonly now: Date
  readonly timeZone: string
}

/** The key, its pack's limits, and its wallet's balance. */
export function KeyFacts({ row, problem = null, now, timeZone }: KeyFactsProps) {
  const { prefix, pack, rate, walletName, balance, unit, checkedAt, lastUsedAt } = row
  const spentNano = balance ? balance.readNano - balance.balanceNano : 0n
  const time = (at: Date) => <RelativeTime at={at} now={now} timeZone={timeZone} />
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Group gap={4} wrap="nowrap">
          <Text ff="monospace">{prefix}…</Text>
          <CopyButton value={prefix} label={`Copy the prefix ${prefix}`} />
        </Group>
        <KeyStatus status={row.status} />
        <DotBadge color={row.environmentColor}>{row.environmentName}</DotBadge>
        {row.reference !== null && (
          <Text size="sm" c="dimmed">
            Read from {row.reference}
          </Text>
        )}
      </Group>
      {problem !== null && (
        <Alert
          color="red"
          variant="light"
          title="This key cannot be used"
          icon={<IconAlertTriangle aria-hidden />}
        >
          {problem}
        </Alert>
      )}
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
        <StatTile label="Pack" value={pack ?? 'Not known'} hint={formatRate(rate)} />
        <StatTile
          label={`Balance of ${walletName}`}
          value={balance ? `${formatCreditsOnCard(balance.balanceNano)} ${unit}` : 'Not known'}
          {...(balance && { exact: `${formatCredits(balance.balanceNano)} ${unit}` })}
          hint={
            balance ? (
              <>
                {spentNano > 0n ? `${formatCredits(balance.readNano)} read` : 'Read'} {time(balance.at)}
                {spentNano > 0n && `, minus ${formatCredits(spentNano)} spent since`}
              </>
            ) : (
              'Check a key to read it'
            )
          }
        />
        <StatTile
          label="Last checked"
          value={checkedAt ? time(checkedAt) : 'Not checked'}
          hint="With the service"
        />
        <StatTile
          label="Last used"
          value={lastUsedAt ? time(lastUsedAt) : 'Never'}
          hint={<>Added {time(row.createdAt)}</>}
        />
      </SimpleGrid>
    </Stack>
  )
}
