import 'server-only'
import { cookies } from 'next/headers'
import { cache } from 'react'
import { costOf, formatMoney, MONEY_COOKIE, type Nano } from '@/lib/kernel'
import { readCosts } from '@/lib/money/costs'
import type { TeamCtx } from '@/lib/platform/db'

/** Formats an amount of a wallet's credits in money; returns null if no top-up of the wallet was entered. */
export type InMoney = (walletId: string, amount: Nano) => string | null

/**
 * Returns how to show money beside credits, or null if the person has it off or the team has no currency. Read once
 * per request.
 */
export const readInMoney: (ctx: TeamCtx) => Promise<InMoney | null> = cache(async (ctx: TeamCtx) => {
  if ((await cookies()).get(MONEY_COOKIE)?.value !== '1') return null
  const { currency, held } = await readCosts(ctx)
  if (currency === null) return null
  return (walletId: string, amount: Nano) => {
    const cost = held.get(walletId)
    return cost ? formatMoney(costOf(amount, cost), currency, cost.isAbout) : null
  }
})
