import { Suspense } from 'react'
import { teamContract } from '@/app/_server'
import { runOutWords } from '@/components/overview'
import { Card, EmptyState } from '@/components/ui'
import { WalletMenu, WalletTable } from '@/components/wallets'
import { hasRole } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { runOuts } from '../_overview/reads'
import { renameWalletAction } from './actions'
import { OutsideFigure } from './outside-figure'
import { spentByDay } from './spent-by-day'

/** The wallets, the first to run out first. */
export async function WalletsCard({ ctx }: { readonly ctx: TeamCtx }) {
  const [wallets, spentOf, { contract }] = await Promise.all([
    runOuts(ctx),
    spentByDay(ctx),
    teamContract(ctx),
  ])
  const { slug: team, timeZone } = ctx.team
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  return (
    <Card title="All wallets">
      {wallets.length === 0 ? (
        <EmptyState title="No wallets yet" text="An admin adds a wallet, then the keys that draw on it." />
      ) : (
        <WalletTable
          unit={contract.balanceUnit}
          rows={wallets.map((runOut) => {
            const { wallet } = runOut
            const { id, name, expectedNano, keyCount, isPaused } = wallet
            return {
              ...{ id, name, expectedNano, keyCount, isPaused, ...spentOf(id) },
              href: `/${team}/wallets/${id}`,
              words: runOutWords(runOut, timeZone),
              outside: (
                <Suspense fallback="…">
                  <OutsideFigure ctx={ctx} wallet={wallet} />
                </Suspense>
              ),
              menu: isAdmin && <WalletMenu team={team} wallet={{ id, name }} rename={renameWalletAction} />,
            }
          })}
        />
      )}
    </Card>
  )
}
