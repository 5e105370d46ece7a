import { Stack, Text } from '@mantine/core'
import { DataTable } from '@/components/ui'
import { formatCount, formatCredits } from '@/lib/kernel'
import type { StatementLine } from '@/lib/money/statements'

interface StatementTableProps {
  readonly caption: string
  readonly lines: readonly StatementLine[]
  readonly unit: string
  /** The readings behind the figures. */
  readonly notes: readonly string[]
}

/** A statement line by line: the parts add up from the opening to the closing balance. */
export function StatementTable({ caption, lines, unit, notes }: StatementTableProps) {
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
            render: ({ kind, label }) => (
              <Text size="sm" fw={kind === 'part' ? 400 : 600} pl={kind === 'part' ? 'md' : 0}>
                {label}
              </Text>
            ),
          },
          {
            key: 'items',
            label: 'Items',
            isNumeric: true,
            render: ({ items }) => (items === null ? '' : formatCount(items)),
          },
          {
            key: 'nano',
            label: `Amount (${unit})`,
            isNumeric: true,
            render: ({ kind, nano }) => (
              <Text
                size="sm"
                fw={kind === 'part' ? 400 : 600}
                span
                {...(kind === 'subtotal' && { c: 'dimmed' })}
              >
                {kind === 'balance' ? formatCredits(nano) : signed(nano)}
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

const signed = (nano: bigint): string => (nano > 0n ? `+${formatCredits(nano)}` : formatCredits(nano))
