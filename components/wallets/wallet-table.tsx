import type { ReactNode } from 'react'
import type { RunOutText } from '@/components/overview'
import {
  AppLink,
  Credits,
  CreditsWithCost,
  DataTable,
  Dimmed,
  figureColumn,
  type Sorting,
  StateBadge,
} from '@/components/ui'
import type { Nano } from '@/lib/kernel'
import classes from './wallets.module.css'

/** A wallet as a row: the facts to decide by. */
export interface WalletRow {
  readonly id: string
  readonly name: string
  readonly href: string
  readonly expectedNano: Nano | null
  readonly isPaused: boolean
  readonly words: RunOutText
  /** Our own spend on each of the last 30 days, and in total. */
  readonly days: readonly number[]
  readonly oursNano: Nano
  /** Outside spend in the same time; it may load later. */
  readonly outside: ReactNode
  /** Further actions on it; nothing for people without permission. */
  readonly menu: ReactNode
}

/** In a narrow table other columns give way. */
const UNBROKEN = { whiteSpace: 'nowrap' } as const

interface WalletTableProps {
  readonly rows: readonly WalletRow[]
  readonly unit: string
  readonly sorting: Sorting
}

/** Lists the wallets, in their own order the first to run out first. */
export function WalletTable({ rows, unit, sorting }: WalletTableProps) {
  return (
    <DataTable<WalletRow>
      caption="Wallets"
      sorting={sorting}
      minWidth={960}
      leadsOn
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'name',
          share: 12,
          label: 'Wallet',
          render: ({ name, href }) => <AppLink href={href}>{name}</AppLink>,
        },
        {
          key: 'state',
          share: 15,
          label: 'State',
          onCard: 'state',
          render: ({ words, isPaused }) => <WalletState words={words} isPaused={isPaused} />,
        },
        {
          key: 'balance',
          share: 12,
          label: `Balance (${unit})`,
          isNumeric: true,
          onCard: 'figure',
          render: ({ id, expectedNano }) => (
            <CreditsWithCost amount={expectedNano} unit={unit} walletId={id} />
          ),
        },
        {
          key: 'left',
          share: 7,
          label: 'Days left',
          isNumeric: true,
          // If it is not known, or not visible, the next line says so.
          onCard: ({ words }) => (words.left === '' ? 'none' : undefined),
          render: ({ words }) => words.left || '—',
        },
        {
          key: 'when',
          share: 13,
          label: 'Runs out',
          render: ({ words: { tone, when, left, likely } }) => (
            <>
              <span title={likely} style={UNBROKEN}>
                {when}
              </span>
              {/* Why there is no day; if it is not known, its state says so. */}
              {left === '' && tone !== 'quiet' && <Dimmed size="xs">{likely}</Dimmed>}
            </>
          ),
        },
        {
          key: 'spark',
          share: 11,
          label: 'Spent per day',
          onCard: 'none',
          render: ({ name, days }) => <Spark name={`Spent from ${name} per day, 30 days`} values={days} />,
        },
        {
          key: 'ours',
          share: 12,
          label: `Spent,\n30 days (${unit})`,
          isNumeric: true,
          render: ({ id, oursNano }) => <CreditsWithCost amount={oursNano} walletId={id} />,
        },
        figureColumn('outside', `Outside spend,\n30 days (${unit})`, ({ outside }) => outside, {
          share: 12.5,
        }),
        rows.some((row) => row.menu) && {
          key: 'menu',
          share: 5.5,
          label: 'Actions',
          isActions: true,
          render: (row) => row.menu,
        },
      ]}
    />
  )
}

/** Shows what others took: red if it is anything; null if no two readings were compared. */
export const OutsideCredits = ({ nano }: { readonly nano: Nano | null }) => (
  <span className={nano === null || nano === 0n ? undefined : classes.outside}>
    <Credits amount={nano} />
  </span>
)

interface SparkProps {
  /** Description of what the bars show. */
  readonly name: string
  readonly values: readonly number[]
}

const HEIGHT = 22
const STEP = 3

/** Draws a row of small bars, as tall as their fraction of the largest. */
function Spark({ name, values }: SparkProps) {
  const max = Math.max(...values, 0) || 1
  const bars = values.map((value, index) => {
    const height = value === 0 ? 0 : Math.max(1, Math.round((value / max) * HEIGHT))
    return `M${index * STEP + STEP / 2} ${HEIGHT}v${-height}`
  })
  return (
    <svg className={classes.spark} width={values.length * STEP} height={HEIGHT} role="img" aria-label={name}>
      {/* Days without spend have a place too. */}
      <path className={classes.base} d={`M0 ${HEIGHT - 0.5}h${values.length * STEP}`} />
      <path d={bars.join('')} strokeWidth={STEP - 1} />
    </svg>
  )
}

interface WalletStateProps {
  readonly isPaused: boolean
  readonly words: Pick<RunOutText, 'tone' | 'state'>
}

/** Shows a wallet's state, the same in the list and on its page. */
export const WalletState = ({ isPaused, words: { tone, state } }: WalletStateProps) =>
  isPaused ? (
    <StateBadge tone="warn">Paused for a check</StateBadge>
  ) : (
    <StateBadge tone={tone}>{state}</StateBadge>
  )
