import { AppLink, Credits, DataTable, FigureChange } from '@/components/ui'
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
  const max = rows.reduce((largest, { nano }) => (nano > largest ? nano : largest), 1n)
  const hasAgain = rows.some(({ again }) => again !== null)
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
            render: (row) => <NewBar row={row} max={max} />,
          },
          {
            key: 'nano',
            label: unitTitle(),
            isNumeric: true,
            onCard: 'figure',
            render: ({ nano }) => <Credits amount={nano} />,
          },
          {
            key: 'change',
            label: 'Change',
            isNumeric: true,
            onCard: ({ beforeNano }) => (beforeNano === 0n ? 'none' : 'line'),
            render: ({ nano, beforeNano }) => (
              <FigureChange now={toCredits(nano)} before={toCredits(beforeNano)} first="first spend" />
            ),
          },
          ...(hasAgain
            ? [
                {
                  key: 'again',
                  label: 'Bought again',
                  isNumeric: true,
                  onCard: ({ again }: SpendBreakdownRow) =>
                    again && again.nano > 0n ? undefined : ('none' as const),
                  render: ({ again, items }: SpendBreakdownRow) =>
                    again && items > 0 ? (
                      <span title={`About ${formatShare(partOf(again, items))} of its items`}>
                        <Credits amount={again.nano} />
                      </span>
                    ) : (
                      '—'
                    ),
                },
              ]
            : []),
        ]}
      />
      {hasAgain && <PartsLegend rows={rows} />}
    </>
  )
}

const PARTS = {
  new: 'New',
  again: 'Bought again',
  other: 'Services and provider tests, not compared',
} as const

/** Explains the colours of the bars that are drawn. */
function PartsLegend({ rows }: { readonly rows: readonly SpendBreakdownRow[] }) {
  const isDrawn = {
    new: rows.some((row) => partsOf(row).fresh > 0),
    again: rows.some((row) => partsOf(row).again > 0),
    other: rows.some((row) => partsOf(row).other > 0),
  }
  return (
    <ul className={classes.legend} aria-label="Colours of the bars">
      {(['new', 'again', 'other'] as const).flatMap((part) =>
        isDrawn[part]
          ? [
              <li key={part}>
                <span className={classes.bar} aria-hidden>
                  <i data-part={part} />
                </span>
                {PARTS[part]}
              </li>,
            ]
          : [],
      )}
    </ul>
  )
}

const WIDTH = 150

const partOf = ({ items: again }: BoughtAgain, items: number): number =>
  Math.min(1, again / Math.max(1, items))

/** Returns the parts in percent of a row's bar. */
function partsOf({ again, items, searched }: SpendBreakdownRow) {
  const repeated = again ? Math.round(partOf(again, items) * 100) : 0
  const other = Math.round((1 - Math.min(1, searched / Math.max(1, items))) * 100)
  return { fresh: Math.max(0, 100 - repeated - other), again: repeated, other }
}

/** Draws a bar as long as its fraction of the largest: first what was new, last what is compared with nothing. */
function NewBar({ row, max }: { readonly row: SpendBreakdownRow; readonly max: Nano }) {
  const { fresh, again, other } = partsOf(row)
  return (
    <span
      className={classes.bar}
      style={{ width: Math.max(3, Number((row.nano * BigInt(WIDTH)) / max)) }}
      aria-hidden
    >
      {/* A part of no width would still have the gap beside it. */}
      {fresh > 0 && <i data-part="new" style={{ width: `${fresh}%` }} />}
      {again > 0 && <i data-part="again" style={{ width: `${again}%` }} />}
      {other > 0 && <i data-part="other" style={{ width: `${other}%` }} />}
    </span>
  )
}
