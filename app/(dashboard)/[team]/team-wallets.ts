import { cache } from 'react'
import { listWallets } from '@/lib/money/wallets'

/** Lists the team's wallets, once per request for the top bar and the cards that show them. */
export const teamWallets = cache(listWallets)
