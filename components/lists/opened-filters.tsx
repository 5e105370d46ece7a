'use client'

import { Combobox, useCombobox } from '@mantine/core'
import { parseAsString, useQueryStates } from 'nuqs'
import { cloneElement, type KeyboardEvent, useEffect, useState, useTransition } from 'react'
import { type OnDemandButton, useFoundByName } from '@/components/ui'
import { foldText } from '@/lib/kernel'
import type { ListFilter } from './list-tools'
import classes from './lists.module.css'

export interface OpenedFiltersProps {
  readonly button: OnDemandButton
  readonly team: string
  /** The fields besides the search: a team may have thousands of these, so they are found by name. */
  readonly filters: readonly ListFilter[]
}

interface Found {
  readonly kind: string
  readonly id: string
  readonly name: string
}

const SEARCHES = { parameter: 'search', label: 'Search', data: null }

/** Number of values that are listed at a time; typing finds the others. */
const MAX = 50

/** Renders the button with its list: of the fields, or of the values of the chosen one. */
export function OpenedFilters({ button, team, filters }: OpenedFiltersProps) {
  const [by, setBy] = useState<string | null>(null)
  const [text, setText] = useState('')
  const [isPending, startTransition] = useTransition()
  const fields = [SEARCHES, ...filters]
  const [, setQuery] = useQueryStates(
    Object.fromEntries(
      [...fields.map(({ parameter }) => parameter), 'after'].map((name) => [name, parseAsString]),
    ),
    { shallow: false, history: 'push', scroll: false, startTransition },
  )
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      combobox.focusTarget()
      go(null)
    },
  })
  const go = (parameter: string | null) => {
    setBy(parameter)
    setText('')
  }
  const chosen = fields.find(({ parameter }) => parameter === by)
  const found = useFoundByName<Found>(team, chosen?.data === null ? text : null)
    .filter(({ kind }) => kind === 'search')
    .map(({ id, name }) => ({ value: id, label: name }))
  const options = chosen
    ? (chosen.data ?? found)
    : fields.map(({ parameter, label }) => ({ value: parameter, label }))
  const wanted = foldText(text.trim())
  const fitting = options.filter(({ label }) => foldText(label).includes(wanted)).slice(0, MAX)
  // Enter takes the first one that fits.
  const first = fitting[0]?.value
  useEffect(() => {
    if (first !== undefined) combobox.selectFirstOption()
  }, [first, combobox.selectFirstOption])
  const submit = (value: string) => {
    if (by === null) return go(value)
    combobox.closeDropdown()
    void setQuery({ [by]: value, after: null })
  }
  const back = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && text === '') go(null)
  }
  const label = chosen ? chosen.label : 'Filter by'
  return (
    <Combobox
      store={combobox}
      withinPortal={false}
      position="bottom-start"
      width={280}
      onOptionSubmit={submit}
    >
      <Combobox.Target targetType="button">
        {cloneElement(button, {
          onClick: () => combobox.toggleDropdown(),
          loading: isPending,
        })}
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
          onKeyDown={back}
          placeholder={label}
          aria-label={label}
        />
        <Combobox.Options className={classes.options ?? ''} aria-label={label}>
          {fitting.map(({ value, label: name }) => (
            <Combobox.Option key={value} value={value}>
              {name}
            </Combobox.Option>
          ))}
          {fitting.length === 0 && <Combobox.Empty>No matches.</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
