import {
  AppLink,
  Credits,
  CreditsWithCost,
  DataTable,
  Dimmed,
  FigureChange,
  figureColumn,
} from '@/components/ui'
import type { ReportRow, ReportWallet } from '@/lib/alerts/digests'
import { formatCredits, formatDay } from '@/lib/kernel'

interface ReportTableProps {
  readonly caption: string
  /** Kind of the rows, such as "Environment". */
  readonly what: string
  readonly rows: readonly ReportRow[]
  readonly unit: string
  /** Wallet that all of it is of; null for several, whose credits may cost different amounts. */
  readonly walletId: string | null
}

/** Shows what each part of a team spent in a month, compared with the month before. */
export const ReportTable = ({ caption, what, rows, unit, walletId }: ReportTableProps) => (
  <DataTable<ReportRow>
    caption={caption}
    minWidth={400}
    rows={rows}
    keyOf={({ key }) => key}
    columns={[
      { key: 'name', label: what, share: 40, render: ({ name }) => name },
      {
        key: 'nano',
        label: `Spent (${unit})`,
        isNumeric: true,
        share: 22,
        onCard: 'figure',
        render: ({ nano }) =>
          walletId === null ? (
            <Credits amount={nano} />
          ) : (
            <CreditsWithCost amount={nano} walletId={walletId} />
          ),
      },
      figureColumn('before', 'Month before', ({ beforeNano }) => <Credits amount={beforeNano} />, {
        share: 22,
      }),
      {
        key: 'change',
        label: 'Change',
        isNumeric: true,
        onCard: 'line',
        share: 16,
        render: ({ nano, beforeNano }) => <FigureChange now={Number(nano)} before={Number(beforeNano)} />,
      },
    ]}
  />
)

interface ReportWalletsProps {
  readonly rows: readonly ReportWallet[]
  /** True for a month that is not over. */
  readonly isRunning: boolean
  readonly unit: string
  /** Returns the address of a wallet's statement of the month. */
  hrefOf(walletId: string): string
}

/** Shows each wallet's balances and spend of a month, and whether the month is closed. */
export const ReportWallets = ({ rows, isRunning, unit, hrefOf }: ReportWalletsProps) => (
  <DataTable<ReportWallet>
    caption="Wallets of the month"
    minWidth={640}
    leadsOn
    rows={rows}
    keyOf={({ key }) => key}
    columns={[
      {
        key: 'name',
        label: 'Wallet',
        render: ({ key, name }) => <AppLink href={hrefOf(key)}>{name}</AppLink>,
      },
      figureColumn('opening', `Opening balance (${unit})`, ({ balances }) => (
        <Credits amount={balances?.openingNano ?? null} />
      )),
      figureColumn('topUps', 'Top-ups', ({ balances }) => <Credits amount={balances?.topUpNano ?? null} />),
      {
        key: 'spent',
        label: 'Spent',
        isNumeric: true,
        onCard: 'figure',
        render: ({ key, nano, balances }) => (
          <CreditsWithCost amount={balances?.spentNano ?? nano} walletId={key} />
        ),
      },
      figureColumn('other', 'Other changes', ({ balances }) => (
        <Credits amount={balances?.otherNano ?? null} />
      )),
      figureColumn('closing', isRunning ? 'Balance now' : 'Closing balance', ({ balances }) => (
        <Credits amount={balances?.closingNano ?? null} />
      )),
      {
        key: 'state',
        label: 'Month',
        onCard: 'line',
        render: ({ closed, sinceNano }) => (
          <>
            <span>
              {closed
                ? `Closed by ${closed.by}, ${formatDay(closed.at)}`
                : isRunning
                  ? 'So far'
                  : 'Not closed'}
            </span>
            {sinceNano !== 0n && <Dimmed>Since closing: {formatCredits(sinceNano)}</Dimmed>}
          </>
        ),
      },
    ]}
  />
)
