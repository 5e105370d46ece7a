import { appendBalanceReading } from '@/lib/money/wallets'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { bookOf, PRICE } from './ledger'
import type { TestClock } from './test-clock'

const MINUTE = 60_000

/** A wallet whose balance at the upstream a test keeps itself: what is charged there, and what we book. */
export interface PaperWallet {
  balanceNano: bigint
  /** How late charges show at most, as the provider says. */
  settlingMs: number | null
  /** A page of ours: charged `real` a piece at the upstream, and booked at `booked`. */
  page(items: number, real?: bigint, booked?: bigint | null): Promise<void>
  /** A call whose answer is lost; `charged` items are charged for it, at `real` a piece. Answers its id. */
  lose(charged: number, real?: bigint): Promise<string>
  /** A balance reading some minutes later. */
  read(afterMs?: number): Promise<void>
}

export function paperWallet(ctx: TeamCtx, clock: TestClock, walletId: string): PaperWallet {
  const book = bookOf(ctx)
  const wallet: PaperWallet = {
    balanceNano: 10_000_000_000_000n,
    settlingMs: null,
    async page(items, real = PRICE, booked = PRICE) {
      clock.advance(MINUTE)
      await book.settle(await book.begin({ walletId }), items, { priceNano: booked })
      wallet.balanceNano -= BigInt(items) * real
    },
    async lose(charged, real = PRICE) {
      clock.advance(MINUTE)
      const attemptId = await book.begin({ walletId })
      await book.lose(attemptId)
      wallet.balanceNano -= BigInt(charged) * real
      return attemptId
    },
    async read(afterMs = 2 * MINUTE) {
      clock.advance(afterMs)
      const askedAt = clock.now()
      const { balanceNano, settlingMs } = wallet
      const reading = {
        walletId,
        keyId: 'key',
        balanceNano,
        source: 'schedule',
        askedAt,
        settlingMs,
      } as const
      await transaction(ctx.db, (tx) => appendBalanceReading(tx, ctx, reading))
    },
  }
  return wallet
}
