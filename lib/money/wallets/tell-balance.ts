import { type Nano, nanoToText } from '@/lib/kernel'
import type { TeamCtx, Tx } from '@/lib/platform/db'
import { writeEvents } from '@/lib/platform/events'
import { selectWallet } from './store'

/** Writes an event if a reading differs from the previous one, in the reading's transaction. */
export async function tellBalance(
  tx: Tx,
  ctx: TeamCtx,
  walletId: string,
  {
    before,
    balanceNano,
    at,
  }: { readonly before: Nano | null; readonly balanceNano: Nano; readonly at: Date },
): Promise<void> {
  // Examples are made up, so nobody is notified.
  if (before === balanceNano || ctx.team.isExample) return
  const teamId = ctx.team.id
  const wallet = await selectWallet(tx, teamId, walletId)
  await writeEvents(tx, [
    {
      ...{ teamId, at, kind: 'balance.changed' },
      data: {
        ...{ walletId, walletName: wallet?.name ?? '', balance: nanoToText(balanceNano) },
        before: before === null ? null : nanoToText(before),
      },
    },
  ])
}
