'use client'

import { Menu, MenuDropdown, MenuItem, MenuTarget } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type Action, NameDialog } from '@/components/forms'
import { type OnDemandButton, useDoneMessage } from '@/components/ui'

export interface WalletMenuContent {
  readonly team: string
  readonly wallet: { readonly id: string; readonly name: string }
  readonly rename: Action<{ team: string; walletId: string; name: string }>
}

/** Renders the menu of a wallet, with its dialog. */
export function OpenedWalletMenu(props: WalletMenuContent & { readonly button: OnDemandButton }) {
  const { team, wallet, rename, button } = props
  const tellDone = useDoneMessage()
  const [isRenaming, renaming] = useDisclosure(false)
  return (
    <>
      <Menu position="bottom-end">
        <MenuTarget>{button}</MenuTarget>
        <MenuDropdown>
          <MenuItem onClick={renaming.open}>Rename…</MenuItem>
        </MenuDropdown>
      </Menu>
      <NameDialog
        isOpen={isRenaming}
        onClose={renaming.close}
        returnTo={button.props.ref}
        title={`Rename ${wallet.name}`}
        submitLabel="Rename wallet"
        name={wallet.name}
        save={(name) => rename({ team, walletId: wallet.id, name })}
        onDone={() => tellDone('The wallet was renamed.')}
      />
    </>
  )
}
