import { Change, Credits, DataTable, LinkTo } from '@/components/ui'
import { formatShare, type Nano, toCredits } from '@/lib/kernel'
import type { BoughtAgain } from '@/lib/money/usage'
import classes from './overview.module.css'

export interface WentRow {
  readonly key: string
  readonly name: string
  /** The usage of it alone; null where nothing tells it apart. */
  readonly href: string | null
  readonly nano: Nano
  readonly beforeNano: Nano
  readonly items: number
  /** Null where it is not known, as of services: their items are compared with nothing. */
  readonly again: BoughtAgain | null
  /** Items that searches bought: the only ones of which it is known what is new. */
  readonly searched: number
}

interface WentTableProps {
  /** What a row is: "Search". */
  readonly what: string
  readonly rows: readonly WentRow[]
}

/** Where spend went, the most expensive first, with its change and what was bought again. */
export function WentTable({ what, rows }: WentTableProps) {
  const most = rows.reduce((largest, { nano }) => (nano > largest ? nano : largest), 1n)
  const hasAgain = rows.some(({ again }) => again !== null)
  return (
    <DataTable<WentRow>
      caption={`Spend by ${what.toLowerCase()}`}
      minWidth={560}
      leadsOn
      rows={rows}
      keyOf={({ key }) => key}
      columns={[
        {
          key: 'name',
          label: what,
          render: ({ name, href }) => (href ? <LinkTo href={href}>{name}</LinkTo> : name),
        },
        {
          key: 'bar',
          label: hasAgain ? 'New / had before' : 'Share',
          onCard: 'none',
          render: (row) => <NewBar row={row} most={most} />,
        },
        {
          key: 'nano',
          label: 'Credits',
          isNumeric: true,
          onCard: 'figure',
          render: ({ nano }) => <Credits amount={nano} />,
        },
        {
          key: 'change',
          label: 'Change',
          isNumeric: true,
          onCard: 'line',
          render: ({ nano, beforeNano }) => <Change now={toCredits(nano)} before={toCredits(beforeNano)} />,
        },
        ...(hasAgain
          ? [
              {
                key: 'again',
                label: 'Bought again',
                isNumeric: true,
                onCard: ({ again }: WentRow) => (again && again.nano > 0n ? undefined : ('none' as const)),
                render: ({ again, items }: WentRow) =>
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
  )
}

const WIDTH = 150

const partOf = ({ items: again }: BoughtAgain, items: number): number =>
  Math.min(1, again / Math.max(1, items))

/** As long as its part of the largest; its first part is what was new, its last what is compared with nothing. */
function NewBar({ row, most }: { readonly row: WentRow; readonly most: Nano }) {
  const { nano, again, items, searched } = row
  const repeated = again ? Math.round(partOf(again, items) * 100) : 0
  const other = Math.round((1 - Math.min(1, searched / Math.max(1, items))) * 100)
  return (
    <span
      className={classes.bar}
      style={{ width: Math.max(3, Number((nano * BigInt(WIDTH)) / most)) }}
      aria-hidden
    >
      <i data-part="new" style={{ width: `${Math.max(0, 100 - repeated - other)}%` }} />
      <i data-part="again" style={{ width: `${repeated}%` }} />
      <i data-part="other" style={{ width: `${other}%` }} />
    </span>
  )
}
