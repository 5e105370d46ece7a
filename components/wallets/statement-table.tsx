import { Group, Stack, Text } from '@mantine/core'
import { DataTable, Dot } from '@/components/ui'
import { formatCount, formatCreditsInColumn } from '@/lib/kernel'
import type { StatementLine } from '@/lib/money/statements'

interface StatementTableProps {
  readonly caption: string
  readonly lines: readonly StatementLine[]
  readonly unit: string
  /** Readings behind the figures. */
  readonly notes: readonly string[]
  /** Environments' colours, by the key of a line. */
  readonly colors: ReadonlyMap<string, string>
}

/** Shows a statement line by line: the parts add up from the opening to the closing balance. */
export function StatementTable({ caption, lines, unit, notes, colors }: StatementTableProps) {
  const texts = formatCreditsInColumn(lines.map(({ nano }) => nano))
  const amounts = new Map(lines.map(({ key }, at) => [key, texts[at]]))
  return (
    <Stack gap="xs">
      <DataTable
        caption={caption}
        minWidth={320}
        rows={lines}
        keyOf={({ key }) => key}
        columns={[
          {
            key: 'label',
            label: 'Line',
            // Only what is part of the subtotal above it stands below it.
            render: ({ key, kind, label, items }) => {
              const color = colors.get(key)
              return (
                <Text
                  size="sm"
                  fw={kind === 'part' ? 400 : 700}
                  pl={kind === 'part' && items !== null ? 'md' : 0}
                  {...(kind === 'outside' && { c: 'var(--mantine-color-error)' })}
                >
                  {color === undefined ? (
                    label
                  ) : (
                    <Group component="span" gap={6} wrap="nowrap" display="inline-flex">
                      <Dot color={color} />
                      {label}
                    </Group>
                  )}
                </Text>
              )
            },
          },
          {
            key: 'items',
            label: 'Items',
            isNumeric: true,
            onCard: 'line',
            render: ({ kind, items }) =>
              items !== null && (
                <Text
                  size="sm"
                  fw={kind === 'part' ? 400 : 700}
                  // On a card it stands below the label, equally indented.
                  pl={kind === 'part' ? 'md' : 0}
                  span
                  data-unit={items === 1 ? 'item' : 'items'}
                >
                  {formatCount(items)}
                </Text>
              ),
          },
          {
            key: 'nano',
            label: `Amount (${unit})`,
            isNumeric: true,
            onCard: 'figure',
            render: ({ key, kind, nano }) => (
              <Text
                size="sm"
                fw={kind === 'part' ? 400 : 700}
                span
                data-unit={unit}
                {...(kind === 'outside' && { c: 'var(--mantine-color-error)' })}
              >
                {kind !== 'balance' && nano > 0n && '+'}
                {amounts.get(key)}
              </Text>
            ),
          },
        ]}
      />
      {notes.map((note) => (
        <Text key={note} size="sm" c="dimmed">
          {note}
        </Text>
      ))}
    </Stack>
  )
}
