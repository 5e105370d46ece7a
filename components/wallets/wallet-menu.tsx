'use client'

import { DotsMenu } from '@/components/ui'
import type { WalletMenuContent } from './opened-wallet-menu'

const load = () => import('./opened-wallet-menu').then(({ OpenedWalletMenu }) => OpenedWalletMenu)

/** Offers admins what else can be done to a wallet. */
export const WalletMenu = (content: WalletMenuContent) => (
  <DotsMenu name={content.wallet.name} content={content} load={load} />
)
