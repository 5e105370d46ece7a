import { cache } from 'react'
import { listWallets } from '@/lib/money/wallets'

/** The team's wallets: read once a request for the top bar and the cards that show them. */
export const teamWallets = cache(listWallets)
