'use client'

import { type OptionsFilter, Select, type SelectProps } from '@mantine/core'
import { useContext, useEffect, useRef, useState } from 'react'
import { foldText } from '@/lib/kernel'
import { FieldChangedContext } from './hooks'

/** A chosen option stays chosen when it is pressed again, unless it can be cleared. */
export interface ChoiceProps extends Omit<SelectProps, 'data'> {
  readonly data: readonly (string | { readonly value: string; readonly label: string })[]
}

export interface OpenedChoiceProps extends ChoiceProps {
  /** True if somebody has asked for the list. */
  readonly isOpened: boolean
  /** Text that was typed before the list was there; null for none. */
  readonly typed: string | null
}

/**
 * Renders the field with its list, opened immediately if somebody has asked for it, at what they have typed meanwhile.
 */
export function OpenedChoice({ data, isOpened, typed, ...props }: OpenedChoiceProps) {
  const field = useRef<HTMLInputElement>(null)
  const tellForm = useContext(FieldChangedContext)
  const [searched, setSearched] = useState('')
  const wasOpened = useRef(false)
  useEffect(() => {
    if (!isOpened || wasOpened.current) return
    wasOpened.current = true
    field.current?.focus({ preventScroll: true })
    field.current?.click()
    // The list has just put the chosen option there.
    if (typed === null) field.current?.select()
    else setSearched(typed)
  }, [isOpened, typed])
  const search = props.searchable && {
    searchValue: searched,
    onSearchChange: setSearched,
    filter: accentInsensitiveFilter,
    nothingFoundMessage: 'No matches.',
  }
  const choose: ChoiceProps['onChange'] = (...chosen) => {
    tellForm(props.name ?? '')
    props.onChange?.(...chosen)
  }
  return (
    <Select
      ref={field}
      data={[...data]}
      allowDeselect={props.clearable ?? false}
      {...search}
      {...props}
      onChange={choose}
    />
  )
}

/**
 * Returns the options whose name contains what is typed, however accents were typed; Mantine's own filter knows only
 * one way.
 */
export const accentInsensitiveFilter: OptionsFilter = ({ options, search, limit }) => {
  const wanted = foldText(search.trim())
  return options
    .filter((option) => 'group' in option || foldText(option.label).includes(wanted))
    .slice(0, limit)
}
