'use client'

import { Button, Group, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconColumns3 } from '@tabler/icons-react'
import { parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { type Ref, useState } from 'react'
import { ChoiceField, ExportMenu, OnDemand, Segments } from '@/components/ui'
import {
  EXPORT_FORMAT_NAMES,
  EXPORT_FORMATS,
  type ExportFormat,
  formatCount,
  formatPlural,
} from '@/lib/kernel'
import { DEFAULT_COLUMNS, ITEM_COLUMNS, type ItemColumn } from './item-columns'

const loadColumns = () => import('./columns-list').then(({ ColumnPicker }) => ColumnPicker)

const SORTS = [
  { value: 'bought', label: 'Order of arrival' },
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
  { value: 'starred', label: 'Starred' },
  { value: 'noted', label: 'With a note' },
  { value: 'hidden', label: 'Hidden' },
]

const TYPING_MS = 300

interface ItemsControlsProps {
  readonly view: ItemsView
  /** Number of items that the view shows; null until it is known. */
  readonly total: number | null
  /** Number of items that the view leaves out because they are hidden. */
  readonly hidden: number
  /** Says how many there are; can take the focus. */
  readonly status: Ref<HTMLParagraphElement>
  /** Returns the address of the view's items as a file. */
  exportHref(format: ExportFormat): string
  onChange(change: Partial<ItemsView>): void
}

/** Offers filter, order and layout of the items. They change what is shown, never what is bought. */
export function ItemsControls({ view, total, hidden, status, exportHref, onChange }: ItemsControlsProps) {
  const [text, setText] = useState(view.text)
  const search = useDebouncedCallback((value: string) => onChange({ text: value }), TYPING_MS)
  const type = (value: string) => {
    setText(value)
    search(value)
  }
  const set =
    <Name extends keyof ItemsView>(name: Name) =>
    (value: string | null) =>
      onChange({ [name]: value })
  return (
    <Group gap="xs" align="flex-end">
      <TextInput
        size="xs"
        label="Find in these items"
        placeholder="Words, an author or a note"
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        w={{ base: '100%', xs: 220 }}
      />
      <ChoiceField
        size="xs"
        label="Order"
        data={SORTS}
        value={view.sort}
        onChange={set('sort')}
        w={{ base: '100%', xs: 150 }}
      />
      <Segments label="Which items" choices={ONLY} value={view.only} onChange={set('only')} />
      <Segments label="How to show the items" choices={LAYOUTS} value={view.view} onChange={set('view')} />
      {view.view === 'table' && (
        <OnDemand
          popup="dialog"
          load={loadColumns}
          content={{ columns: view.columns, onChange: (columns: ItemColumn[]) => onChange({ columns }) }}
          button={
            <Button size="xs" variant="default" leftSection={<IconColumns3 size={14} aria-hidden />}>
              Columns
            </Button>
          }
        />
      )}
      <Text ref={status} size="sm" lh="30px" c="dimmed" role="status" tabIndex={-1}>
        {total === null ? 'Looking…' : formatPlural(total, 'item')}
      </Text>
      {hidden > 0 && view.only !== 'hidden' && (
        <Button size="compact-sm" variant="subtle" onClick={() => onChange({ only: 'hidden' })}>
          Show {formatCount(hidden)} hidden
        </Button>
      )}
      <ExportMenu
        files={EXPORT_FORMAT_NAMES.map((format) => ({
          ...EXPORT_FORMATS[format],
          href: exportHref(format),
        }))}
      />
    </Group>
  )
}

const inUrl = {
  view: parseAsStringLiteral(['cards', 'table']).withDefault('cards'),
  text: parseAsString.withDefault(''),
  only: parseAsStringLiteral(['all', 'new', 'starred', 'noted', 'hidden']).withDefault('all'),
  sort: parseAsStringLiteral(['bought', 'newest', 'oldest', 'author']).withDefault('bought'),
  columns: parseAsArrayOf(parseAsStringLiteral(ITEM_COLUMNS)).withDefault([...DEFAULT_COLUMNS]),
}

/** Holds how the items of a run are shown, in the page's URL. */
export const useItemsView = () => useQueryStates(inUrl, { history: 'replace' })

export type ItemsView = ReturnType<typeof useItemsView>[0]
