import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { DataTable, EmptyState, WithDot } from '@/components/ui'
import { currentTimeZone, formatCount, formatCreditsInColumn, formatMoment, type Nano } from '@/lib/kernel'
import type { Movement, StatementLine } from '@/lib/money/statements'

interface StatementTableProps {
  readonly caption: string
  readonly lines: readonly StatementLine[]
  readonly unit: string
  /** Readings behind the figures. */
  readonly notes: readonly string[]
  /** Shown before the notes. */
  readonly children?: ReactNode
  /** Environments' colours, by the key of a line. */
  readonly colors: ReadonlyMap<string, string>
}

/** Shows a statement line by line: the parts add up from the opening to the closing balance. */
export function StatementTable({ caption, lines, unit, notes, colors, children }: StatementTableProps) {
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
            // Only what is part of the subtotal above it is below it.
            render: ({ key, kind, label, items }) => (
              <Text {...lookOf(kind)} pl={kind === 'part' && items !== null ? 'md' : 0}>
                <WithDot color={colors.get(key) ?? null}>{label}</WithDot>
              </Text>
            ),
          },
          {
            key: 'items',
            label: 'Items',
            isNumeric: true,
            onCard: 'line',
            render: ({ kind, items }) =>
              items !== null && (
                // On a card it is below the label, equally indented.
                <Text
                  {...lookOf(kind)}
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
              <Text {...lookOf(kind)} span data-unit={unit}>
                {kind !== 'balance' && nano > 0n && '+'}
                {amounts.get(key)}
              </Text>
            ),
          },
        ]}
      />
      {children}
      {notes.map((note) => (
        <Text key={note} size="sm" c="dimmed">
          {note}
        </Text>
      ))}
    </Stack>
  )
}

const lookOf = (kind: StatementLine['kind']) => ({
  size: 'sm',
  fw: kind === 'part' || kind === 'since' ? 400 : 700,
  ...(kind === 'outside' && { c: 'var(--mantine-color-error)' }),
})

interface MovementTableProps {
  readonly movements: readonly Movement[]
  /** Time up to which readings were compared; null if there were no two to compare. */
  readonly comparedTo: Date | null
  readonly unit: string
}

const PARTS = [
  ['topUpNano', 'Top-up'],
  ['expiredNano', 'Expired bonus or free credits'],
  ['outsideNano', 'Outside spend'],
  ['unexplainedNano', 'Not explained yet: outside spend, a new price, or a late charge'],
  ['lostNano', 'Unknown calls that may have been charged'],
  ['resolvedNano', 'Unknown calls that were charged'],
] as const

/** Lists what moved a balance besides the team's pages, newest first. */
export function MovementTable({ movements, comparedTo, unit }: MovementTableProps) {
  if (movements.length === 0)
    return comparedTo === null ? (
      <EmptyState
        title="Not compared yet"
        text="Purser compares two balance readings with what was bought between them. This range has no two to compare."
      />
    ) : (
      <EmptyState
        title="No other change"
        text={`Until ${formatMoment(comparedTo)} your team’s pages explain all changes of the balance.`}
      />
    )
  const texts = formatCreditsInColumn(movements.flatMap((one) => partsOf(one).map(({ nano }) => nano)))
  const amounts = new Map(movements.flatMap(partsOf).map(({ key }, index) => [key, texts[index]]))
  return (
    <DataTable
      caption="Movements, newest first"
      minWidth={420}
      rows={movements}
      keyOf={({ to }) => to.toISOString()}
      columns={[
        {
          key: 'when',
          label: `When (${currentTimeZone()})`,
          // A phone's card shows it without its label.
          render: ({ from, to }) => `${formatMoment(from)} to ${formatMoment(to)}`,
        },
        {
          key: 'what',
          label: 'What',
          onCard: 'wide',
          render: (movement) => (
            <Stack gap={0}>
              {partsOf(movement).map(({ key, label }) => (
                <Text key={key} size="sm">
                  {label}
                </Text>
              ))}
            </Stack>
          ),
        },
        {
          key: 'amount',
          label: `Amount (${unit})`,
          isNumeric: true,
          onCard: 'figure',
          render: (movement) => (
            <Stack gap={0}>
              {partsOf(movement).map(({ key, nano }) => (
                <Text key={key} size="sm" data-unit={unit}>
                  {nano > 0n && '+'}
                  {amounts.get(key)}
                </Text>
              ))}
            </Stack>
          ),
        },
      ]}
    />
  )
}

const partsOf = (movement: Movement): { key: string; label: string; nano: Nano }[] =>
  PARTS.filter(([key]) => movement[key] !== 0n).map(([key, label]) => ({
    key: `${key} ${movement.to.toISOString()}`,
    label,
    nano: key === 'topUpNano' ? movement[key] : -movement[key],
  }))
