'use client'

import { Menu, MenuDropdown, MenuItem, MenuTarget } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from './dialogs'
import { Dimmed } from './dimmed'
import type { OnDemandButton } from './on-demand'
import type { Confirmed, Question } from './opened-dialog'

/** Renders the menu of a row, with the question before what cannot be undone. */
export function OpenedRowMenu({ button, actions }: RowMenuContent & { readonly button: OnDemandButton }) {
  const [asked, ask] = useState<Asking | null>(null)
  const [isOpen, setOpen] = useState(false)
  const choose = (action: RowAction) => {
    if (!action.asks) return void action.act()
    ask(action)
    setOpen(true)
  }
  return (
    <>
      <Menu position="bottom-end">
        <MenuTarget>{button}</MenuTarget>
        <MenuDropdown>
          {actions.map((action) => (
            <MenuItem
              key={action.label}
              disabled={action.isDisabled ?? false}
              // Mantine's own red is too pale for text (3.6:1).
              {...(action.isDanger && { color: 'red', c: 'var(--mantine-color-error)' })}
              onClick={() => choose(action)}
            >
              {action.asks ? `${action.label}…` : action.label}
            </MenuItem>
          ))}
        </MenuDropdown>
      </Menu>
      {asked && (
        <ConfirmDialog
          {...asked.asks}
          isOpen={isOpen}
          returnTo={button.props.ref}
          onConfirm={asked.act}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

interface Named {
  readonly label: string
  readonly isDanger?: boolean
  readonly isDisabled?: boolean
}

interface Asking extends Named {
  readonly asks: Question
  act(): Promise<Confirmed>
}

/** An action on a row. With `asks` it is confirmed first. */
export type RowAction = Asking | (Named & { readonly asks?: never; act(): Promise<unknown> })

export interface RowMenuContent {
  readonly actions: readonly RowAction[]
}

/** A file that holds what a page shows. */
export interface ExportFile {
  readonly label: string
  /** The purposes that it suits. */
  readonly use: string
  readonly href: string
  /** True if few people need it. */
  readonly isRare?: boolean
}

interface OpenedExportsProps {
  readonly button: OnDemandButton
  readonly files: readonly ExportFile[]
}

/** Lists the files of an export; those that few people need come under “More”. */
export function OpenedExports({ button, files }: OpenedExportsProps) {
  const [isMore, setMore] = useState(false)
  const some = (rare: boolean) => files.filter(({ isRare = false }) => isRare === rare)
  const item = ({ href, label, use }: ExportFile) => (
    <MenuItem key={label} component="a" href={href} download>
      {label}
      <Dimmed size="xs">{use}</Dimmed>
    </MenuItem>
  )
  return (
    <Menu position="bottom-end">
      <MenuTarget>{button}</MenuTarget>
      <MenuDropdown>
        {some(false).map(item)}
        {some(true).length > 0 && (
          <MenuItem closeMenuOnClick={false} aria-expanded={isMore} onClick={() => setMore(!isMore)}>
            More
          </MenuItem>
        )}
        {isMore && some(true).map(item)}
      </MenuDropdown>
    </Menu>
  )
}
