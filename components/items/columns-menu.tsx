'use client'

import { Button } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { OnDemand } from '@/components/ui'
import type { ItemColumn } from './item-columns'

const loadColumns = () => import('./columns-list').then(({ ColumnPicker }) => ColumnPicker)

interface ColumnsMenuProps {
  readonly columns: readonly ItemColumn[]
  onChange(columns: ItemColumn[]): void
}

/** Opens the choice of the columns of the table of items. */
export function ColumnsMenu({ columns, onChange }: ColumnsMenuProps) {
  return (
    <OnDemand
      popup="dialog"
      load={loadColumns}
      content={{ columns, onChange }}
      button={
        <Button size="xs" variant="default" leftSection={<IconColumns3 size={14} aria-hidden />}>
          Columns
        </Button>
      }
    />
  )
}
