'use client'

import { Button, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type Action, SoleForm } from '@/components/forms'
import { Dialog, DotsMenu, useTellDone } from '@/components/ui'
import type { WalletMenuContent } from './opened-wallet-menu'

interface AddWalletProps {
  readonly team: string
  readonly create: Action<{ team: string; name: string }>
}

/** Names a new wallet. */
export function AddWallet({ team, create }: AddWalletProps) {
  const tellDone = useTellDone()
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button onClick={open}>Add wallet</Button>
      <Dialog isOpen={isOpen} onClose={close} title="Add a wallet">
        <SoleForm
          submitLabel="Add wallet"
          send={create}
          read={(form) => ({ team, name: String(form.get('name') ?? '') })}
          onDone={() => {
            close()
            tellDone('The wallet was added.')
          }}
        >
          {(errors) => (
            <TextInput
              label="Name"
              name="name"
              description="The API names no wallet: put keys into the same one when they share a balance."
              required
              data-autofocus
              error={errors.name}
            />
          )}
        </SoleForm>
      </Dialog>
    </>
  )
}

const load = () => import('./opened-wallet-menu').then(({ OpenedWalletMenu }) => OpenedWalletMenu)

/** Offers admins what else can be done to a wallet. */
export const WalletMenu = (content: WalletMenuContent) => (
  <DotsMenu name={content.wallet.name} content={content} load={load} />
)
