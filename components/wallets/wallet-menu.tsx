'use client'

import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { OnDemand } from '@/components/ui'
import type { WalletMenuContent } from './opened-wallet-menu'

const load = () => import('./opened-wallet-menu').then(({ OpenedWalletMenu }) => OpenedWalletMenu)

/** For admins: what else can be done to a wallet. */
export function WalletMenu(content: WalletMenuContent) {
  return (
    <OnDemand
      popup="menu"
      load={load}
      content={content}
      button={
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${content.wallet.name}`}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      }
    />
  )
}
