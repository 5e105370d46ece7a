'use client'

import { TextInput } from '@mantine/core'
import { type Action, SaveForm } from '@/components/forms'

interface CreateWalletProps {
  readonly team: string
  readonly create: Action<{ team: string; name: string }>
}

export function CreateWallet({ team, create }: CreateWalletProps) {
  return (
    <NameForm
      label="Wallet name"
      submitLabel="Add the wallet"
      save={(name) => create({ team, name })}
      message="The wallet was added."
    />
  )
}

interface RenameWalletProps {
  readonly team: string
  readonly wallet: { readonly id: string; readonly name: string }
  readonly rename: Action<{ team: string; walletId: string; name: string }>
}

export function RenameWallet({ team, wallet, rename }: RenameWalletProps) {
  return (
    <NameForm
      label={`New name of ${wallet.name}`}
      submitLabel="Rename"
      save={(name) => rename({ team, walletId: wallet.id, name })}
      message="The wallet was renamed."
    />
  )
}

interface NameFormProps {
  readonly label: string
  readonly submitLabel: string
  readonly message: string
  readonly save: Action<string>
}

function NameForm({ label, submitLabel, message, save }: NameFormProps) {
  const saveName = (form: FormData) => save(String(form.get('name')))
  return (
    <SaveForm submitLabel={submitLabel} message={message} save={saveName} resets isRow>
      {(fields) => <TextInput label={label} name="name" required error={fields.name} />}
    </SaveForm>
  )
}
