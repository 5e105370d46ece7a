'use client'

import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { OnDemand } from '@/components/ui'
import type { OpenedFiltersProps } from './opened-filters'

const load = () => import('./opened-filters').then(({ OpenedFilters }) => OpenedFilters)

/** Adds a filter to the URL: first its field, then one of its values, both found by typing. */
export const FilterMenu = (props: Omit<OpenedFiltersProps, 'button'>) => (
  <OnDemand
    popup="dialog"
    content={props}
    load={load}
    button={
      <Button variant="default" size="xs" leftSection={<IconPlus size={14} aria-hidden />}>
        Filter
      </Button>
    }
  />
)
