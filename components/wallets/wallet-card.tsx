import { SimpleGrid } from '@mantine/core'
import type { ReactNode } from 'react'
import { Card, LinkTo, RelativeTime, StatTile } from '@/components/ui'
import { formatCredits, formatCreditsOnCard, type Nano, plural } from '@/lib/kernel'
import type { WalletView } from '@/lib/money/wallets'

interface WalletCardProps {
  readonly wallet: WalletView
  /** Its name unless given. */
  readonly title?: string
  /** Leads to the wallet's page; not on that page. */
  readonly href?: string
  /** The upstream's unit of balances. */
  readonly unit: string
  /** Its recent settlements, in words. */
  readonly spent: {
    readonly label: string
    readonly value: string
    readonly exact: string
    readonly hint: string
  }
  readonly now: Date
  readonly timeZone: string
  readonly children?: ReactNode
}

/** A wallet: its last balance, its expected balance now, and what was spent. */
export function WalletCard({ wallet, title, href, unit, spent, now, timeZone, children }: WalletCardProps) {
  const { name, keyCount, isPaused, balance, expectedNano } = wallet
  const credits = (amount: Nano | null) =>
    amount === null
      ? { value: 'Unknown' }
      : { value: `${formatCreditsOnCard(amount)} ${unit}`, exact: `${formatCredits(amount)} ${unit}` }
  return (
    <Card
      title={title ?? name}
      description={`${plural(keyCount, 'key')}${isPaused ? ' · our calls are paused for a check' : ''}`}
      actions={
        href && (
          <LinkTo href={href} size="sm" aria-label={`Statement and forecast of ${name}`}>
            Statement and forecast
          </LinkTo>
        )
      }
    >
      <SimpleGrid cols={{ base: 1, sm: 3 }} mb={children ? 'md' : 0}>
        <StatTile
          label="Expected now"
          {...credits(expectedNano)}
          hint={
            balance && expectedNano === null
              ? 'Items were bought since without a known price: re-check a key to read the balance again'
              : 'From the last readings, less what was settled since'
          }
        />
        <StatTile
          label="Last reading"
          {...credits(balance?.balanceNano ?? null)}
          hint={
            balance ? (
              <>
                as of <RelativeTime at={balance.at} now={now} timeZone={timeZone} />
              </>
            ) : (
              'Add a key to read it'
            )
          }
        />
        <StatTile {...spent} />
      </SimpleGrid>
      {children}
    </Card>
  )
}
