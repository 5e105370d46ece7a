'use client'

import { Button } from '@mantine/core'
import { IconLayoutColumns } from '@tabler/icons-react'
import { OnDemand } from '@/components/ui'
import type { DeckSearch } from './deck-column'

const load = () => import('./column-list').then(({ ColumnList }) => ColumnList)

interface ColumnMenuProps {
  readonly searches: readonly DeckSearch[]
  readonly columns: readonly DeckSearch[]
  /** True if the URL names the columns. */
  readonly isChosen: boolean
  /** Null for the pinned searches. */
  onChange(searches: string | null): void
}

/** Opens the choice of which searches a deck shows, and their order. The page's URL holds them. */
export function ColumnMenu({ searches, columns, isChosen, onChange }: ColumnMenuProps) {
  return (
    <OnDemand
      popup="dialog"
      load={load}
      content={{ searches, columns, isChosen, onChange }}
      button={
        <Button size="xs" variant="default" leftSection={<IconLayoutColumns size={14} aria-hidden />}>
          Columns
        </Button>
      }
    />
  )
}
