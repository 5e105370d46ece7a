import { OutsideCredits } from '@/components/wallets'
import { listBalanceMarks } from '@/lib/money/statements'
import type { WalletView } from '@/lib/money/wallets'
import { DAY_MS } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'

const DAYS = 30

/** What others took from a wallet in 30 days, by its readings. */
export async function OutsideFigure({ ctx, wallet }: { readonly ctx: TeamCtx; readonly wallet: WalletView }) {
  const since = new Date(ctx.clock.now().getTime() - DAYS * DAY_MS)
  const marks = await listBalanceMarks(ctx, wallet, since)
  const nano = marks.reduce((sum, mark) => (mark.kind === 'outside' ? sum + mark.nano : sum), 0n)
  return <OutsideCredits nano={wallet.balance === null ? null : nano} />
}
