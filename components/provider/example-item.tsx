'use client'

import { Button, Menu, MenuDropdown, MenuItem, MenuTarget } from '@mantine/core'
import { DataTable, PlainText } from '@/components/ui'
import type { ProviderTest } from '@/lib/collect/runs'
import { ITEM_PART_LABELS, type ItemPart } from './labels'

interface ExampleItemProps {
  readonly label: string
  readonly example: NonNullable<ProviderTest['pages'][number]['findings']>['example']
  onUse(part: ItemPart, path: string): void
}

const PARTS = Object.keys(ITEM_PART_LABELS).filter((name): name is ItemPart => name in ITEM_PART_LABELS)

/** Shows the first item, value by value: a person says what a value is, and the form names its field. */
export function ExampleItem({ label, example, onUse }: ExampleItemProps) {
  return (
    <DataTable
      caption={`An example item: ${label}. Choose a value to say what it is.`}
      minWidth={480}
      rows={example}
      keyOf={({ path }) => path}
      columns={[
        { label: 'Field', render: ({ path }) => path },
        { label: 'Value', render: ({ value }) => <PlainText>{value}</PlainText> },
        {
          label: 'What it is',
          render: ({ path }) => (
            <Menu>
              <MenuTarget>
                <Button size="compact-sm" variant="default" aria-label={`Use ${path} as`}>
                  Use as …
                </Button>
              </MenuTarget>
              <MenuDropdown>
                {PARTS.map((part) => (
                  <MenuItem key={part} onClick={() => onUse(part, path)}>
                    {ITEM_PART_LABELS[part]}
                  </MenuItem>
                ))}
              </MenuDropdown>
            </Menu>
          ),
        },
      ]}
    />
  )
}
