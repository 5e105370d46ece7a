'use client'

import { useDisclosure } from '@mantine/hooks'
import { type OnDemandButton, type RowAction, useDoneMessage } from '@/components/ui'
import { OpenedRowMenu } from '@/components/ui/opened-menus'
import type { Action } from './action'
import { NameDialog } from './name-dialog'

export interface RenameMenuContent {
  /** Names the kind of thing, such as “wallet”. */
  readonly noun: string
  readonly name: string
  readonly rename: Action<string>
  /** Adds other actions below the renaming. */
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
