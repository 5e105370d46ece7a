import { Checkbox, CheckboxGroup, Popover, PopoverDropdown, PopoverTarget, Stack } from '@mantine/core'
import type { OnDemandButton } from '@/components/ui'
import { COLUMN_LABELS, ITEM_COLUMNS, type ItemColumn, toItemColumns } from './item-columns'

interface ColumnsListProps {
  readonly button: OnDemandButton
  readonly columns: readonly ItemColumn[]
  onChange(columns: ItemColumn[]): void
}

/** Chooses the columns of the table of items; at least one. */
export function ColumnPicker({ button, columns, onChange }: ColumnsListProps) {
  const shown = toItemColumns(columns)
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <PopoverTarget>{button}</PopoverTarget>
      <PopoverDropdown aria-label="Columns">
        <CheckboxGroup
          label="Columns of the table"
          size="xs"
          value={[...shown]}
          onChange={(chosen) => onChange(ITEM_COLUMNS.filter((column) => chosen.includes(column)))}
        >
          <Stack gap="xs" mt="xs">
            {ITEM_COLUMNS.map((column) => (
              <Checkbox
                key={column}
                size="xs"
                value={column}
                label={COLUMN_LABELS[column].label}
                disabled={shown.length === 1 && shown.includes(column)}
              />
            ))}
          </Stack>
        </CheckboxGroup>
      </PopoverDropdown>
    </Popover>
  )
}
