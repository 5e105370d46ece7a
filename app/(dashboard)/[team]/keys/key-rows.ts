import { teamContract } from '@/app/_server'
import { activityCell } from '@/components/keys'
import { listKeys } from '@/lib/keys/keys'
import type { WalletView } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import { currentRuntime } from '@/lib/server/runtime'

/** The team's keys for the table: each with its wallet's balance and its present activity. */
export async function keyRows(ctx: TeamCtx, wallets: readonly WalletView[]) {
  const [keys, { contract }] = await Promise.all([listKeys(ctx), teamContract(ctx)])
  const ids = keys.map(({ id }) => id)
  const figures = await currentRuntime().worker.perform('figuresOf', ctx, ids)
  return keys.map((key) => ({
    ...key,
    balance: wallets.find(({ id }) => id === key.walletId)?.balance ?? null,
    unit: contract.balanceUnit,
    activity: activityCell(figures.get(key.id) ?? null),
  }))
}
