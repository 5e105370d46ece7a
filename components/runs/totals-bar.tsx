import { Group, Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatCount } from '@/lib/kernel'
import type { RunTotals, RunView } from '@/lib/runs'
import classes from './runs.module.css'
import { describeCharge, describeState } from './words'

interface TotalsBarProps {
  readonly run: RunView
  readonly totals: RunTotals
  readonly endReason: RunView['endReason']
  readonly children: ReactNode
}

/** What was bought so far, with which key and for what: always in sight. The figures are announced when they change. */
export function TotalsBar({ run, totals, endReason, children }: TotalsBarProps) {
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
      <Text size="xs" c="dimmed" mt={4} className={classes.about}>
        {describeState({ endReason })} · {run.searchName} · {run.environmentName} · key {run.keyPrefix}…
      </Text>
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
