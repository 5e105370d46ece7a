'use client'

import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type Action, NameDialog, RenameMenu } from '@/components/forms'
import { useDoneMessage } from '@/components/ui'

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

interface WalletMenuProps {
  readonly team: string
  readonly wallet: { readonly id: string; readonly name: string }
  readonly rename: Action<{ team: string; walletId: string; name: string }>
}

/** Offers admins what else can be done to a wallet. */
export const WalletMenu = ({ team, wallet, rename }: WalletMenuProps) => (
  <RenameMenu
    noun="wallet"
    name={wallet.name}
    rename={(name) => rename({ team, walletId: wallet.id, name })}
  />
)
