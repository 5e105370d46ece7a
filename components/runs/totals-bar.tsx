import { Group, Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatCount } from '@/lib/kernel'
import type { RunTotals } from '@/lib/runs'
import classes from './runs.module.css'
import { describeCharge } from './words'

/** What was bought so far, always in sight; announced when it changes. */
export function TotalsBar({
  totals,
  children,
}: {
  readonly totals: RunTotals
  readonly children: ReactNode
}) {
  return (
    <Paper withBorder p="sm" className={classes.bar}>
      <Group justify="space-between" gap="sm">
        <Group gap="lg" role="status" aria-label="Bought so far">
          <Figure label="Items" value={formatCount(totals.items)} />
          <Figure label="Pages" value={formatCount(totals.pages)} />
          <Figure label="Charge so far" value={describeCharge(totals)} />
        </Group>
        {children}
      </Group>
    </Paper>
  )
}

function Figure({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text fw={650}>{value}</Text>
    </div>
  )
}
