'use client'

import {
  ActionIcon,
  Button,
  Group,
  List,
  ListItem,
  Popover,
  PopoverDropdown,
  PopoverTarget,
  Select,
  Stack,
  Text,
} from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconX } from '@tabler/icons-react'
import { foldedFilter, type OnDemandButton } from '@/components/ui'
import { addressOf, MAX_COLUMNS, moveColumn } from './columns'
import type { DeckSearch } from './deck-column'

interface ColumnListProps {
  readonly button: OnDemandButton
  readonly searches: readonly DeckSearch[]
  readonly columns: readonly DeckSearch[]
  /** True if the URL names the columns. */
  readonly isChosen: boolean
  /** Null for the pinned searches. */
  onChange(searches: string | null): void
}

/** Chooses which searches a deck shows, and their order. The page's URL holds them. */
export function ColumnList({ button, searches, columns, isChosen, onChange }: ColumnListProps) {
  const show = (next: readonly { readonly id: string }[]) => onChange(addressOf(next))
  const others = searches.filter(({ id }) => columns.every((column) => column.id !== id))
  const isFull = columns.length >= MAX_COLUMNS
  return (
    <Popover position="bottom-end" width={320} trapFocus returnFocus>
      <PopoverTarget>{button}</PopoverTarget>
      <PopoverDropdown aria-label="Columns of the deck">
        <Stack gap="sm">
          {columns.length > 0 && (
            <List listStyleType="none" spacing={4} aria-label="Columns, from left to right">
              {columns.map((column, index) => (
                <ColumnEntry
                  key={column.id}
                  name={column.name}
                  onMove={(by) => show(moveColumn(columns, index, by))}
                  onRemove={() => show(columns.toSpliced(index, 1))}
                />
              ))}
            </List>
          )}
          <Select
            label="Add a search"
            size="xs"
            description={isFull ? `A deck has ${MAX_COLUMNS} columns at most.` : null}
            disabled={isFull || others.length === 0}
            placeholder={others.length === 0 ? 'There are no others' : 'Choose one'}
            data={others.map(({ id, name }) => ({ value: id, label: name }))}
            value={null}
            searchable
            filter={foldedFilter}
            comboboxProps={{ withinPortal: false }}
            onChange={(id) => id !== null && show([...columns, { id }])}
          />
          {isChosen ? (
            <Button size="xs" variant="subtle" onClick={() => onChange(null)}>
              Show my pinned searches
            </Button>
          ) : (
            <Text size="xs" c="dimmed">
              These are your pinned searches. Your selection is saved in the link.
            </Text>
          )}
        </Stack>
      </PopoverDropdown>
    </Popover>
  )
}

interface ColumnEntryProps {
  readonly name: string
  onMove(by: number): void
  onRemove(): void
}

function ColumnEntry({ name, onMove, onRemove }: ColumnEntryProps) {
  const tools = [
    { label: `Move ${name} to the left`, Icon: IconArrowLeft, act: () => onMove(-1) },
    { label: `Move ${name} to the right`, Icon: IconArrowRight, act: () => onMove(1) },
    { label: `Remove ${name}`, Icon: IconX, act: onRemove },
  ]
  return (
    <ListItem styles={{ itemWrapper: { width: '100%' }, itemLabel: { width: '100%' } }}>
      <Group gap={4} wrap="nowrap" justify="space-between">
        <Text size="sm" truncate>
          {name}
        </Text>
        <Group gap={2} wrap="nowrap">
          {tools.map(({ label, Icon, act }) => (
            <ActionIcon key={label} size="sm" variant="subtle" color="gray" aria-label={label} onClick={act}>
              <Icon size={14} aria-hidden />
            </ActionIcon>
          ))}
        </Group>
      </Group>
    </ListItem>
  )
}
