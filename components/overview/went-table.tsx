import { Group, Text } from '@mantine/core'
import { AppLink, Credits, DataTable, FigureChange, figureColumn } from '@/components/ui'
import { formatShare, type Nano, toCredits, unitTitle } from '@/lib/kernel'
import type { BoughtAgain } from '@/lib/money/usage'
import classes from './overview.module.css'

export interface SpendBreakdownRow {
  readonly key: string
  readonly name: string
  /** Link to its usage alone; null if it cannot be told apart. */
  readonly href: string | null
  readonly nano: Nano
  readonly beforeNano: Nano
  readonly items: number
  /** Null if it is not known, as for services, whose items are compared with nothing. */
  readonly again: BoughtAgain | null
  /** Number of items that searches bought, the only ones for which it is known what is new. */
  readonly searched: number
}

interface WentTableProps {
  /** Name of a row: "Search". */
  readonly what: string
  readonly rows: readonly SpendBreakdownRow[]
}

/** Shows where spend went, most expensive first, with its change and what was bought again. */
export function SpendBreakdownTable({ what, rows }: WentTableProps) {
  const hasAgain = rows.some(({ again }) => again !== null)
  // Leaves out what is compared with nothing: its bar would shorten the others beyond reading.
  const drawn = rows.filter(({ again }) => again !== null || !hasAgain)
  const max = drawn.reduce((largest, { nano }) => (nano > largest ? nano : largest), 1n)
  return (
    <>
      <DataTable<SpendBreakdownRow>
        caption={`Spend by ${what.toLowerCase()}`}
        minWidth={560}
        leadsOn
        rows={rows}
        keyOf={({ key }) => key}
        columns={[
          {
            key: 'name',
            label: what,
            render: ({ name, href }) => (href ? <AppLink href={href}>{name}</AppLink> : name),
          },
          {
            key: 'bar',
            label: hasAgain ? 'New / bought again' : 'Share',
            onCard: 'none',
            render: (row) =>
              drawn.includes(row) ? (
                <NewBar row={row} max={max} />
              ) : (
                <Text span c="dimmed" fz="xs">
                  Not compared
                </Text>
              ),
          },
          figureColumn('nano', unitTitle(), ({ nano }) => <Credits amount={nano} />, { onCard: 'figure' }),
          {
            key: 'change',
            label: 'Change',
            isNumeric: true,
            onCard: ({ beforeNano }) => (beforeNano === 0n ? 'none' : 'line'),
            render: ({ nano, beforeNano }) => (
              <FigureChange now={toCredits(nano)} before={toCredits(beforeNano)} first="first spend" />
            ),
          },
          hasAgain && {
            key: 'again',
            label: 'Bought again',
            isNumeric: true,
            onCard: ({ again }) => (again && again.nano > 0n ? undefined : 'none'),
            render: ({ again, items }) =>
              again && items > 0 ? (
                <span title={`About ${formatShare(partOf(again, items))} of its items`}>
                  <Credits amount={again.nano} />
                </span>
              ) : (
                '—'
              ),
          },
        ]}
      />
      {hasAgain && <PartsLegend rows={drawn} />}
    </>
  )
}

/** Explains the colours of the bars that are drawn; a phone's cards have no bars. */
function PartsLegend({ rows }: { readonly rows: readonly SpendBreakdownRow[] }) {
  const parts = rows.map(partsOf)
  return (
    <Group
      component="ul"
      gap="4px 16px"
      mt={8}
      mb={0}
      p={0}
      c="dimmed"
      fz="xs"
      visibleFrom="sm"
      className={classes.legend}
    >
      {PARTS.filter(({ key }) => parts.some((sizes) => sizes[key] > 0)).map(({ key, label }) => (
        <li key={key}>
          <span className={classes.bar} aria-hidden>
            <i data-part={key} />
          </span>
          {label}
        </li>
      ))}
    </Group>
  )
}

const PARTS = [
  { key: 'new', label: 'New' },
  { key: 'again', label: 'Bought again' },
  { key: 'other', label: 'Services and provider tests, not compared' },
] as const

const WIDTH = 150

const partOf = ({ items: again }: BoughtAgain, items: number): number =>
  Math.min(1, again / Math.max(1, items))

/** Returns the parts in percent of a row's bar. */
function partsOf({ again, items, searched }: SpendBreakdownRow) {
  const repeated = again ? Math.round(partOf(again, items) * 100) : 0
  const other = Math.round((1 - Math.min(1, searched / Math.max(1, items))) * 100)
  return { new: Math.max(0, 100 - repeated - other), again: repeated, other }
}

/** Draws a bar as long as its fraction of the longest: first what was new, last what is compared with nothing. */
function NewBar({ row, max }: { readonly row: SpendBreakdownRow; readonly max: Nano }) {
  const parts = partsOf(row)
  return (
    <span
      className={classes.bar}
      style={{ width: Math.max(3, Number((row.nano * BigInt(WIDTH)) / max)) }}
      aria-hidden
    >
      {/* A part of no width would still have the gap beside it. */}
      {PARTS.filter(({ key }) => parts[key] > 0).map(({ key }) => (
        <i key={key} data-part={key} style={{ width: `${parts[key]}%` }} />
      ))}
    </span>
  )
}
