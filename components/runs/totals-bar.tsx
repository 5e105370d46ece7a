'use client'

import { Group, Paper, Text, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { AppLink, Dimmed, usePolledValue } from '@/components/ui'
import type { RunTotals, RunView } from '@/lib/collect/runs'
import { formatCount, formatPlural, inUnitAndMoney } from '@/lib/kernel'
import { describeNewItems, describeReused, describeRunCharge, describeRunState } from './labels'
import { RunState } from './run-state'
import classes from './runs.module.css'

interface TotalsBarProps {
  readonly team: string
  readonly run: RunView
  /** The wallet that paid; null if it is not known. */
  readonly walletId: string | null
  readonly totals: RunTotals
  readonly endReason: RunView['endReason']
  readonly reusedSince: Date | null
  /** News of what has just arrived; announced. */
  readonly news: string | null
  readonly children: ReactNode
}

/**
 * Shows what the run bought so far, with which key and for what: always visible. Changed figures are announced; those
 * of a background run change with every page, and are announced from time to time.
 */
export function TotalsBar(props: TotalsBarProps) {
  const { team, run, walletId, totals, endReason, reusedSince, news, children } = props
  return (
    <Paper ref={tellHeight} withBorder p="sm" className={classes.bar} data-stays>
      {run.isInBackground && <SpokenProgress totals={totals} endReason={endReason} />}
      <div className={classes.parts}>
        <Group
          gap="lg"
          role="status"
          aria-live={run.isInBackground ? 'off' : 'polite'}
          aria-label="Bought so far"
        >
          <Figure
            label="Items"
            value={formatCount(totals.items)}
            note={describeReused(totals, reusedSince)}
          />
          <Figure label="Pages" value={formatCount(totals.pages)} />
          <Figure
            label={endReason === null ? 'Cost so far' : 'Cost'}
            value={describeRunCharge(totals, (amount) => inUnitAndMoney(amount, walletId))}
          />
          {run.searchVersion !== null && <Figure label="New" value={describeNewItems(run, totals)} />}
        </Group>
        {children}
        <Text size="xs" c="dimmed" className={classes.about}>
          <span className={classes.state}>
            <RunState run={{ ...run, ...totals, endReason }} />
          </span>{' '}
          Search:{' '}
          {run.searchId === null ? (
            run.searchName
          ) : (
            <AppLink href={`/${team}/searches/${run.searchId}`} size="inherit">
              {run.searchName}
            </AppLink>
          )}{' '}
          <span className={classes.part}>· {run.environmentName}</span>{' '}
          <span className={classes.part}>· key {run.keyPrefix}…</span> <b role="status">{news}</b>
        </Text>
      </div>
    </Paper>
  )
}

/** Tells the page below how high the bar is, so that what stays in sight there stands below it. */
function tellHeight(bar: HTMLElement | null): (() => void) | undefined {
  const page = bar?.parentElement
  if (!bar || !page) return undefined
  const observer = new ResizeObserver(() => page.style.setProperty('--bar-height', `${bar.offsetHeight}px`))
  observer.observe(bar)
  return () => observer.disconnect()
}

interface FigureProps {
  readonly label: string
  readonly value: string
  readonly note?: string | null
}

function Figure({ label, value, note = null }: FigureProps) {
  return (
    <div>
      <Dimmed size="xs">{label}</Dimmed>
      <Text fw={650}>{value}</Text>
      {note && <Text size="xs">{note}</Text>}
    </div>
  )
}

/** Interval of announcements: a page may come ten times a second, and they must remain audible. */
const EVERY_MS = 15_000

interface SpokenProgressProps {
  readonly totals: RunTotals
  readonly endReason: RunView['endReason']
}

/** Announces the progress of a background run from time to time, and once how it ended. */
function SpokenProgress({ totals, endReason }: SpokenProgressProps) {
  const isOpen = endReason === null
  const [wasOpen] = useState(isOpen)
  const words = `${formatPlural(totals.items + totals.reusedItems, 'item')}, ${formatPlural(totals.pages, 'page')}`
  const spoken = usePolledValue(EVERY_MS, isOpen, '', () => words)
  if (!wasOpen) return null
  return (
    <VisuallyHidden aria-live="polite">
      {isOpen ? spoken : `${describeRunState({ ...totals, endReason, isInBackground: true })}: ${words}`}
    </VisuallyHidden>
  )
}
