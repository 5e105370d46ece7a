import { Alert, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { CopyButton, Dimmed, EnvironmentBadge, PageNote, RelativeTime, StatTile } from '@/components/ui'
import { formatCredits, formatCreditsOnCard, formatRate } from '@/lib/kernel'
import type { KeyRow } from './key-row'
import {
  describeOtherServiceKey,
  describeRateSource,
  explainUncheckedKey,
  type KeyService,
  KeyStatus,
} from './key-words'

interface KeyFactsProps {
  readonly row: KeyRow
  readonly service: KeyService
  /** Reason why a key stored outside the database cannot be used. */
  readonly problem?: string | null
  readonly now: Date
}

/** Shows the key, its limit, and its wallet's balance. */
export function KeyFacts({ row, service, problem = null, now }: KeyFactsProps) {
  const { prefix, pack, rate, rateSource, walletName, balance, unit, checkedAt, lastUsedAt } = row
  const elsewhere = describeOtherServiceKey(row.elsewhere, service)
  const spentNano = balance ? balance.readNano - balance.balanceNano : 0n
  const time = (at: Date) => <RelativeTime at={at} now={now} />
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Group gap={4} wrap="nowrap">
          <Text ff="monospace">{prefix}…</Text>
          <CopyButton value={prefix} label={`Copy the prefix ${prefix}`} />
        </Group>
        <KeyStatus row={row} />
        <EnvironmentBadge color={row.environmentColor}>{row.environmentName}</EnvironmentBadge>
        {row.reference !== null && <Dimmed>Read from {row.reference}</Dimmed>}
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
      {elsewhere !== null && (
        <PageNote tone="warn" lead="This key is not used.">
          {elsewhere}
        </PageNote>
      )}
      <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
        <StatTile
          label="Limit"
          value={formatRate(rate)}
          hint={`${pack ?? 'Plan not known'}; ${describeRateSource(rateSource)}`}
        />
        <StatTile
          label={`Balance of ${walletName}`}
          value={balance ? `${formatCreditsOnCard(balance.balanceNano)} ${unit}` : 'Not known'}
          {...(balance && { exact: `${formatCredits(balance.balanceNano)} ${unit}` })}
          hint={
            balance ? (
              <>
                {spentNano > 0n && `${formatCredits(balance.readNano)} `}
                {wordOf(balance, spentNano > 0n)} {time(balance.at)}
                {spentNano > 0n && `, minus ${formatCredits(spentNano)} spent since`}
              </>
            ) : service.tellsKeys ? (
              'Check a key to read it'
            ) : (
              `${service.label} does not report a balance`
            )
          }
        />
        <StatTile
          label="Last checked"
          value={checkedAt ? time(checkedAt) : 'Not checked'}
          hint={row.isUnchecked ? explainUncheckedKey(service) : `With ${service.label}`}
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

function wordOf({ isTyped }: NonNullable<KeyRow['balance']>, isWithin: boolean): string {
  if (isTyped) return isWithin ? 'entered by you' : 'Entered by you'
  return isWithin ? 'read' : 'Read'
}
