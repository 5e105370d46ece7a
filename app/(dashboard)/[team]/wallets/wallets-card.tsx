import { teamProvider } from '@/app/_server'
import { runOutWords } from '@/components/overview'
import { Card, EmptyState } from '@/components/ui'
import { OutsideCredits, WalletMenu, WalletTable } from '@/components/wallets'
import { hasRole } from '@/lib/kernel'
import { sumOutside } from '@/lib/money/statements'
import { DAY_MS } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { runOuts, walletAlerts } from '../_overview/reads'
import { renameWalletAction } from './actions'
import { spentByDay } from './spent-by-day'

const OUTSIDE_DAYS = 30

/** Lists the wallets, the first to run out first. */
export async function WalletsCard({ ctx }: { readonly ctx: TeamCtx }) {
  const [wallets, alerts, spentOf, { provider }] = await Promise.all([
    runOuts(ctx),
    walletAlerts(ctx),
    spentByDay(ctx),
    teamProvider(ctx),
  ])
  const since = new Date(ctx.clock.now().getTime() - OUTSIDE_DAYS * DAY_MS)
  const outside = await sumOutside(
    ctx,
    wallets.map(({ wallet }) => wallet),
    since,
  )
  const { slug: team, timeZone } = ctx.team
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  return (
    <Card title="All wallets">
      {wallets.length === 0 ? (
        <EmptyState title="No wallets yet" text="An admin adds a wallet, then the keys that draw on it." />
      ) : (
        <WalletTable
          unit={provider.balanceUnit}
          rows={wallets.map((runOut) => {
            const { wallet } = runOut
            const { id, name, expectedNano, isPaused } = wallet
            return {
              id,
              name,
              expectedNano,
              isPaused,
              ...spentOf(id),
              href: `/${team}/wallets/${id}`,
              words: runOutWords(runOut, timeZone, alerts.get(id)),
              outside: <OutsideCredits nano={outside.get(id) ?? null} />,
              menu: isAdmin && <WalletMenu team={team} wallet={{ id, name }} rename={renameWalletAction} />,
            }
          })}
        />
      )}
    </Card>
  )
}
