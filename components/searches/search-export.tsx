'use client'

import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { OnDemand } from '@/components/ui'
import type { SearchExportProps } from './opened-export'

const load = () => import('./opened-export').then(({ OpenedExport }) => OpenedExport)

/** Opens the export of all items of a search. */
export const SearchExport = (props: SearchExportProps) => (
  <OnDemand
    popup="dialog"
    load={load}
    content={props}
    button={
      <Button size="xs" variant="default" leftSection={<IconDownload size={14} aria-hidden />}>
        Export all items
      </Button>
    }
  />
)
