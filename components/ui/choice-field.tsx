'use client'

import { ComboboxChevron, InputBase } from '@mantine/core'
import dynamic from 'next/dynamic'
import { type ChangeEvent, type ComponentType, type FocusEvent, type KeyboardEvent, useState } from 'react'
import type { ChoiceProps, OpenedChoiceProps } from './opened-choice'

const load = () => import('./opened-choice').then(({ OpenedChoice }) => OpenedChoice)
const prepare = () => void load().catch(() => undefined)
const WholeChoice = dynamic(load)
const OPENS = new Set(['ArrowDown', 'ArrowUp', 'Enter', ' '])

/**
 * Chooses one of a few options with Mantine's `Select`, whose list loads when somebody opens it. Until then, a field
 * that looks the same takes its place. A value that can be cleared loads everything immediately, for its cross.
 */
export function ChoiceField(props: ChoiceProps) {
  const [Opened, setOpened] = useState<ComponentType<OpenedChoiceProps> | null>(null)
  const [typed, setTyped] = useState<string | null>(null)
  if (Opened) return <Opened {...props} isOpened typed={typed} />
  const { data, value, defaultValue, name, onChange: _, onOptionSubmit, allowDeselect, ...rest } = props
  const { clearable, clearButtonProps, searchable, limit, nothingFoundMessage, ...field } = rest
  const chosen = value === undefined ? defaultValue : value
  if (clearable && chosen) return <WholeChoice {...props} isOpened={false} typed={null} />
  const open = () =>
    void load().then(
      (Loaded) => setOpened(() => Loaded),
      () => undefined,
    )
  const press = (event: KeyboardEvent) => {
    if (!OPENS.has(event.key) || (searchable && event.key === ' ')) return
    event.preventDefault()
    open()
  }
  // Someone who reaches a field that can be typed into types immediately, replacing its text.
  const type = searchable && {
    onFocus(event: FocusEvent<HTMLInputElement>) {
      event.currentTarget.select()
      open()
    },
    onChange: (event: ChangeEvent<HTMLInputElement>) => setTyped(event.currentTarget.value),
  }
  return (
    <>
      <InputBase
        {...field}
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={false}
        autoComplete="off"
        value={typed ?? labelOf(data, chosen ?? null)}
        readOnly={!searchable}
        pointer
        rightSection={<ComboboxChevron {...(field.size && { size: field.size })} error={field.error} />}
        rightSectionPointerEvents="none"
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={open}
        onKeyDown={press}
        {...type}
      />
      {name && <input type="hidden" name={name} value={chosen ?? ''} />}
    </>
  )
}

function labelOf(data: ChoiceProps['data'], value: string | null): string {
  const option = data.find((each) => (typeof each === 'string' ? each : each.value) === value)
  return typeof option === 'string' ? option : (option?.label ?? '')
}
