'use client'

import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { OnDemand } from './on-demand'
import type { ExportFile } from './opened-menus'

const loadExports = () => import('./opened-menus').then(({ OpenedExports }) => OpenedExports)

/** Offers what a page shows as a file. */
export const ExportMenu = ({ files }: { readonly files: readonly ExportFile[] }) => (
  <OnDemand
    popup="menu"
    load={loadExports}
    content={{ files }}
    button={
      <Button size="xs" variant="default" leftSection={<IconDownload size={14} aria-hidden />}>
        Export
      </Button>
    }
  />
)
