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
            key: 'micro',
            label: `Amount (${unit})`,
            isNumeric: true,
            render: ({ kind, micro }) => (
              <Text
                size="sm"
                fw={kind === 'part' ? 400 : 600}
                span
                {...(kind === 'subtotal' && { c: 'dimmed' })}
              >
                {kind === 'balance' ? formatCredits(micro) : signed(micro)}
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

const signed = (micro: bigint): string => (micro > 0n ? `+${formatCredits(micro)}` : formatCredits(micro))
