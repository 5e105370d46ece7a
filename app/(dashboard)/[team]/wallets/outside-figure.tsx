import { OutsideCredits } from '@/components/wallets'
import type { Nano } from '@/lib/kernel'
import type { WalletView } from '@/lib/money/wallets'

interface OutsideFigureProps {
  readonly wallet: WalletView
  /** Of all wallets of the table, by their ids. */
  readonly sums: Promise<ReadonlyMap<string, Nano>>
}

/** What others took from a wallet, by its readings. */
export async function OutsideFigure({ wallet, sums }: OutsideFigureProps) {
  const nano = (await sums).get(wallet.id) ?? 0n
  return <OutsideCredits nano={wallet.balance === null ? null : nano} />
}
