import { AppLink, CostInMoney, Credits, DataTable, Dimmed, FigureChange } from '@/components/ui'
import type { ReportRow, ReportWallet } from '@/lib/alerts/digests'
import { formatCredits, formatDay } from '@/lib/kernel'

interface ReportTableProps {
  readonly caption: string
  /** Kind of the rows, such as "Environment". */
  readonly what: string
  readonly rows: readonly ReportRow[]
  readonly unit: string
  /** Names of the month and the one before. */
  readonly month: string
  readonly monthBefore: string
}

/** Shows what each part of a team spent in a month, compared with the month before. */
export const ReportTable = ({ caption, what, rows, unit, month, monthBefore }: ReportTableProps) => (
  <DataTable
    caption={caption}
    minWidth={420}
    rows={rows}
    keyOf={({ key }) => key}
    columns={[
      { key: 'name', label: what, share: 40, render: ({ name }) => name },
      {
        key: 'nano',
        label: `${month} (${unit})`,
        isNumeric: true,
        share: 22,
        onCard: 'figure',
        render: ({ nano }) => (
          <>
            <Credits amount={nano} />
            <CostInMoney amount={nano} />
          </>
        ),
      },
      {
        key: 'before',
        label: monthBefore,
        isNumeric: true,
        share: 22,
        render: ({ beforeNano }) => <Credits amount={beforeNano} />,
      },
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
  readonly timeZone: string
  /** Returns the address of a wallet's statement of the month. */
  hrefOf(walletId: string): string
}

/** Shows each wallet's balances and spend of a month, and whether the month is closed. */
export const ReportWallets = ({ rows, isRunning, unit, timeZone, hrefOf }: ReportWalletsProps) => (
  <DataTable
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
      {
        key: 'opening',
        label: `Opening balance (${unit})`,
        isNumeric: true,
        render: ({ balances }) => <Credits amount={balances?.openingNano ?? null} />,
      },
      {
        key: 'topUps',
        label: 'Top-ups',
        isNumeric: true,
        render: ({ balances }) => <Credits amount={balances?.topUpNano ?? null} />,
      },
      {
        key: 'spent',
        label: 'Spent',
        isNumeric: true,
        onCard: 'figure',
        render: ({ key, nano, balances }) => (
          <>
            <Credits amount={balances?.spentNano ?? nano} />
            <CostInMoney amount={balances?.spentNano ?? nano} walletId={key} />
          </>
        ),
      },
      {
        key: 'other',
        label: 'Other changes',
        isNumeric: true,
        render: ({ balances }) => <Credits amount={balances?.otherNano ?? null} />,
      },
      {
        key: 'closing',
        label: isRunning ? 'Balance now' : 'Closing balance',
        isNumeric: true,
        render: ({ balances }) => <Credits amount={balances?.closingNano ?? null} />,
      },
      {
        key: 'state',
        label: 'Month',
        onCard: 'line',
        render: ({ closed, sinceNano }) => (
          <>
            <span>
              {closed
                ? `Closed by ${closed.by}, ${formatDay(closed.at, timeZone)}`
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
