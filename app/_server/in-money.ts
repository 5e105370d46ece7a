import 'server-only'
import { cookies } from 'next/headers'
import { cache } from 'react'
import { costOf, formatMoney, MONEY_COOKIE, type Nano } from '@/lib/kernel'
import { readCosts } from '@/lib/money/costs'
import type { TeamCtx } from '@/lib/platform/db'

/** Writes an amount of a wallet's credits in money; null where no top-up of it was entered. */
export type InMoney = (walletId: string, amount: Nano) => string | null

/** How the person wants to see money beside credits; null who does not, or has no currency. Read once a request. */
export const readInMoney: (ctx: TeamCtx) => Promise<InMoney | null> = cache(async (ctx: TeamCtx) => {
  if ((await cookies()).get(MONEY_COOKIE)?.value !== '1') return null
  const { currency, held } = await readCosts(ctx)
  if (currency === null) return null
  return (walletId: string, amount: Nano) => {
    const cost = held.get(walletId)
    return cost ? formatMoney(costOf(amount, cost), currency, cost.isAbout) : null
  }
})
