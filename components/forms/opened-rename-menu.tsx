'use client'

import { useDisclosure } from '@mantine/hooks'
import { type OnDemandButton, type RowAction, useDoneMessage } from '@/components/ui'
import { OpenedRowMenu } from '@/components/ui/opened-menus'
import type { Action } from './action'
import { NameDialog } from './name-dialog'

export interface RenameMenuContent {
  /** What it is, such as “wallet”, and its name. */
  readonly noun: string
  readonly name: string
  readonly rename: Action<string>
  /** What else can be done to it. */
  readonly actions?: readonly RowAction[]
}

/** Renders the menu of something that can be renamed, with its dialog. */
export function OpenedRenameMenu(props: RenameMenuContent & { readonly button: OnDemandButton }) {
  const { noun, name, rename, actions = [], button } = props
  const tellDone = useDoneMessage()
  const [isRenaming, renaming] = useDisclosure(false)
  return (
    <>
      <OpenedRowMenu
        button={button}
        actions={[{ label: 'Rename…', act: async () => renaming.open() }, ...actions]}
      />
      <NameDialog
        isOpen={isRenaming}
        onClose={renaming.close}
        returnTo={button.props.ref}
        title={`Rename ${name}`}
        submitLabel={`Rename ${noun}`}
        name={name}
        save={rename}
        onDone={() => tellDone(`The ${noun} was renamed.`)}
      />
    </>
  )
}
