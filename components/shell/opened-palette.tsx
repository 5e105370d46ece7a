'use client'

import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { OpenedDialog, useFoundByName } from '@/components/ui'
import { cutPastedKeys } from '@/lib/kernel'
import classes from './palette.module.css'
import { findPaletteCommands, type PaletteCommand, type PaletteMatch } from './palette-commands'

interface OpenedPaletteProps {
  readonly team: string
  readonly isOpen: boolean
  onClose(): void
  onShortcuts(): void
}

/** Renders the command palette: type a name, and go there with Enter. */
export function OpenedPalette({ team, isOpen, onClose, onShortcuts }: OpenedPaletteProps) {
  const router = useRouter()
  const [text, setText] = useState('')
  const things = useFoundByName<PaletteMatch>(team, isOpen ? text : null)
  const close = () => {
    setText('')
    onClose()
  }
  // The list is always open, and an open list keeps Escape to itself, so its closing closes the palette.
  const combobox = useCombobox({ opened: true, onDropdownClose: close })
  const commands = findPaletteCommands(team, text, things)
  // Enter must open the first match.
  useEffect(() => {
    if (commands.length > 0) combobox.selectFirstOption()
  }, [commands.length, combobox.selectFirstOption])
  const submit = (id: string) => {
    const command = commands.find((each) => each.id === id)
    close()
    if (command?.href) router.push(command.href)
    else if (command) onShortcuts()
  }
  return (
    <OpenedDialog
      isOpen={isOpen}
      onClose={close}
      withCloseButton={false}
      padding={0}
      size={560}
      yOffset="12vh"
      // On the modal itself the label would be beside the dialog, which then has no name.
      attributes={{ content: { 'aria-label': 'Find or do something' } }}
    >
      <Combobox store={combobox} onOptionSubmit={submit} resetSelectionOnOptionHover>
        <Combobox.EventsTarget>
          <TextInput
            value={text}
            onChange={({ currentTarget: { value } }) => setText(cutPastedKeys(value))}
            placeholder="Go to a page, search, run, key, wallet or member"
            aria-label="Go to"
            leftSection={<IconSearch size={18} aria-hidden />}
            variant="unstyled"
            size="lg"
            data-autofocus
          />
        </Combobox.EventsTarget>
        <Combobox.Options className={classes.options ?? ''} aria-label="Results">
          {groupsOf(commands).map(([group, members]) => (
            <Combobox.Group key={group} label={group}>
              {members.map(({ id, label, hint }) => (
                <Combobox.Option key={id} value={id} className={classes.option ?? ''}>
                  <span>{label}</span>
                  {hint && <small>{hint}</small>}
                </Combobox.Option>
              ))}
            </Combobox.Group>
          ))}
          {commands.length === 0 && <Combobox.Empty>Nothing has this name</Combobox.Empty>}
        </Combobox.Options>
      </Combobox>
    </OpenedDialog>
  )
}

function groupsOf(commands: readonly PaletteCommand[]): [string, PaletteCommand[]][] {
  const groups = new Map<string, PaletteCommand[]>()
  for (const command of commands) groups.set(command.group, [...(groups.get(command.group) ?? []), command])
  return [...groups]
}
