'use client'

import { type Action, NameDialogButton, RenameMenu } from '@/components/forms'
import { useDoneMessage } from '@/components/ui'

interface AddWalletProps {
  readonly team: string
  readonly create: Action<{ team: string; name: string }>
}

/** Names a new wallet. */
export function AddWallet({ team, create }: AddWalletProps) {
  const tellDone = useDoneMessage()
  return (
    <NameDialogButton
      label="Add wallet"
      title="Add a wallet"
      description="The API does not say which keys share a balance, so put those that do into the same wallet."
      save={(name) => create({ team, name })}
      onDone={() => tellDone('The wallet was added.')}
    />
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
