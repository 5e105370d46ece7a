'use client'

import { Group, SegmentedControl, Select, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useState } from 'react'
import type { ExportFormat } from '@/lib/exports'
import type { View } from '@/lib/items'
import { plural } from '@/lib/kernel'
import { ExportMenu } from './export-menu'

const inUrl = {
  view: parseAsStringLiteral(['cards', 'table']).withDefault('cards'),
  text: parseAsString.withDefault(''),
  only: parseAsStringLiteral(['all', 'new']).withDefault('all'),
  sort: parseAsStringLiteral(['bought', 'newest', 'oldest', 'author']).withDefault('bought'),
}

const SORTS = [
  { value: 'bought', label: 'As they came' },
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'author', label: 'By author' },
]
const LAYOUTS = [
  { value: 'cards', label: 'Cards' },
  { value: 'table', label: 'Table' },
]
const ONLY = [
  { value: 'all', label: 'All' },
  { value: 'new', label: 'New only' },
]

const TYPING_MS = 300

/** How the items of a run are shown, as the page's address says it. */
export const useItemsView = () => useQueryStates(inUrl, { history: 'replace' })

interface ItemsControlsProps {
  readonly view: View & { readonly view: 'cards' | 'table' }
  /** How many the view shows; null while that is being found out. */
  readonly total: number | null
  /** Where the items of a view can be had as a file. */
  exportHref(format: ExportFormat): string
  onChange(change: Partial<ItemsControlsProps['view']>): void
}

/** Filter, order and layout of the items. They change what is shown, never what is bought. */
export function ItemsControls({ view, total, exportHref, onChange }: ItemsControlsProps) {
  const [text, setText] = useState(view.text)
  const search = useDebouncedCallback((value: string) => onChange({ text: value }), TYPING_MS)
  const type = (value: string) => {
    setText(value)
    search(value)
  }
  const set =
    <Name extends keyof ItemsControlsProps['view']>(name: Name) =>
    (value: string | null) =>
      onChange({ [name]: value })
  return (
    <Group gap="xs" align="flex-end">
      <TextInput
        size="xs"
        label="Find in these items"
        placeholder="Words or an author"
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        w={{ base: '100%', xs: 220 }}
      />
      <Select
        size="xs"
        label="Order"
        data={SORTS}
        value={view.sort}
        onChange={set('sort')}
        allowDeselect={false}
        w={150}
      />
      <SegmentedControl
        size="xs"
        aria-label="Which items"
        data={ONLY}
        value={view.only}
        onChange={set('only')}
      />
      <SegmentedControl
        size="xs"
        aria-label="How to show the items"
        data={LAYOUTS}
        value={view.view}
        onChange={set('view')}
      />
      <Text size="sm" c="dimmed" role="status">
        {total === null ? 'Looking…' : plural(total, 'item')}
      </Text>
      <ExportMenu hrefOf={exportHref} />
    </Group>
  )
}
