'use client'

import { Menu, MenuDropdown, MenuItem, MenuTarget, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type Action, SoleForm } from '@/components/forms'
import { type OnDemandButton, OpenedDialog, useTellDone } from '@/components/ui'

export interface WalletMenuContent {
  readonly team: string
  readonly wallet: { readonly id: string; readonly name: string }
  readonly rename: Action<{ team: string; walletId: string; name: string }>
}

/** Renders the menu of a wallet, with its dialog. */
export function OpenedWalletMenu(props: WalletMenuContent & { readonly button: OnDemandButton }) {
  const { team, wallet, rename, button } = props
  const tellDone = useTellDone()
  const [isRenaming, renaming] = useDisclosure(false)
  return (
    <>
      <Menu position="bottom-end">
        <MenuTarget>{button}</MenuTarget>
        <MenuDropdown>
          <MenuItem onClick={renaming.open}>Rename…</MenuItem>
        </MenuDropdown>
      </Menu>
      <OpenedDialog
        isOpen={isRenaming}
        onClose={renaming.close}
        title={`Rename ${wallet.name}`}
        returnTo={button.props.ref}
      >
        <SoleForm
          submitLabel="Rename wallet"
          send={rename}
          read={(form) => ({ team, walletId: wallet.id, name: String(form.get('name') ?? '') })}
          onDone={() => {
            renaming.close()
            tellDone('The wallet was renamed.')
          }}
        >
          {(errors) => (
            <TextInput
              label="Name"
              name="name"
              defaultValue={wallet.name}
              required
              data-autofocus
              error={errors.name}
            />
          )}
        </SoleForm>
      </OpenedDialog>
    </>
  )
}
