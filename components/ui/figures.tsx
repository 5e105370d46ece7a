import { Box, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import {
  currentUnit,
  formatCredits,
  formatCreditsInTable,
  formatPercent,
  inMoney,
  type Nano,
  UNKNOWN_FIGURE,
} from '@/lib/kernel'
import { Dimmed } from './dimmed'
import { AppLink } from './link-to'
import classes from './sections.module.css'

interface CreditsProps {
  /** Null if it is not known, which is never shown as zero. */
  readonly amount: Nano | null
  /** Unit by the provider's name. */
  readonly unit?: string
  /** Period of a sum, which a phone's card adds in place of the column's head. */
  readonly period?: string
  /** Address of the calls that it sums; nothing has none. */
  readonly href?: string
}

/**
 * Shows an amount of credits with two decimals, so that a column's digits line up; of money with those that it needs.
 * The exact amount is its title; a phone's card adds the unit.
 */
export function Credits({ amount, unit = currentUnit(), period, href }: CreditsProps) {
  if (amount === null) return <span title="Not known">{UNKNOWN_FIGURE}</span>
  const shown = formatCreditsInTable(amount, unit)
  return (
    <span
      title={`${formatCredits(amount)} ${unit}`}
      data-unit={unit}
      {...(period && { 'data-period': period })}
    >
      {href && amount !== 0n ? (
        <AppLink href={href} size="inherit">
          {shown}
        </AppLink>
      ) : (
        shown
      )}
    </span>
  )
}

interface CostInMoneyProps {
  readonly amount: Nano | null
  /** Wallet of the credits; absent for the team's mean. */
  readonly walletId?: string | null
}

/** Shows below an amount of credits what it costs, if the team shows money and that is known. */
export function CostInMoney({ amount, walletId = null }: CostInMoneyProps) {
  const money = amount === null ? null : inMoney(amount, walletId)
  return money && <Dimmed size="xs">{money}</Dimmed>
}

/** Shows an amount of credits, and below it what it costs. */
export const CreditsWithCost = ({
  walletId,
  ...credits
}: CreditsProps & Pick<CostInMoneyProps, 'walletId'>) => (
  <>
    <Credits {...credits} />
    <CostInMoney amount={credits.amount} walletId={walletId ?? null} />
  </>
)

interface ChangeProps {
  readonly now: number
  readonly before: number
  /** Text if there was none before. */
  readonly first?: string
}

/** Shows by how much a figure differs from the previous one. More is neither good nor bad. */
export function FigureChange({ now, before, first = 'none before' }: ChangeProps) {
  if (before === 0) return <span className={classes.change}>{now === 0 ? formatPercent(0) : first}</span>
  const percents = ((now - before) / Math.abs(before)) * 100
  const text = formatPercent(Math.abs(percents))
  if (text === formatPercent(0)) return <span className={classes.change}>{text}</span>
  const isMore = percents > 0
  return (
    <span className={classes.change}>
      <span aria-hidden>{isMore ? '▲' : '▼'} </span>
      <VisuallyHidden>{isMore ? 'up ' : 'down '}</VisuallyHidden>
      {text}
    </span>
  )
}

/** Shows one figure: compact on screen, exact on hover and to screen readers. */
export function StatTile(props: {
  readonly label: string
  readonly value: ReactNode
  /** Exact figure. */
  readonly exact?: string
  readonly hint?: ReactNode
  /** True for the one figure that matters on a page. */
  readonly isMain?: boolean
}) {
  const { label, value, exact, hint, isMain } = props
  return (
    <div className={classes.tile}>
      <div className={classes.label}>{label}</div>
      <div className={classes.figure} data-main={isMain || undefined} title={exact}>
        {value}
      </div>
      {hint && <div className={classes.hint}>{hint}</div>}
    </div>
  )
}

/** Lays tiles out side by side in one strip; `width` is the minimum of each, in pixels. */
export function StatStrip({
  width = 200,
  children,
}: {
  readonly width?: number
  readonly children: ReactNode
}) {
  return (
    <Box className={classes.strip ?? ''} style={{ '--fact-width': `${width}px` }}>
      {children}
    </Box>
  )
}
