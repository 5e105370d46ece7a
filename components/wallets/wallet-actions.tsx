'use client'

import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type Action, NameDialog } from '@/components/forms'
import { DotsMenu, useDoneMessage } from '@/components/ui'
import type { WalletMenuContent } from './opened-wallet-menu'

interface AddWalletProps {
  readonly team: string
  readonly create: Action<{ team: string; name: string }>
}

/** Names a new wallet. */
export function AddWallet({ team, create }: AddWalletProps) {
  const tellDone = useDoneMessage()
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button onClick={open}>Add wallet</Button>
      <NameDialog
        isOpen={isOpen}
        onClose={close}
        title="Add a wallet"
        submitLabel="Add wallet"
        description="The API does not say which keys share a balance, so put those that do into the same wallet."
        save={(name) => create({ team, name })}
        onDone={() => tellDone('The wallet was added.')}
      />
    </>
  )
}

const load = () => import('./opened-wallet-menu').then(({ OpenedWalletMenu }) => OpenedWalletMenu)

/** Offers admins what else can be done to a wallet. */
export const WalletMenu = (content: WalletMenuContent) => (
  <DotsMenu name={content.wallet.name} content={content} load={load} />
)
