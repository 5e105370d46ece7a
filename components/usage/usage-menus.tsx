'use client'

import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { OnDemand } from '@/components/ui'
import type { ViewListProps } from './view-list'

const load = () => import('./usage-export-list').then(({ UsageExportList }) => UsageExportList)

/** Offers what the page shows as a file of the chosen format. `href` leads to it, except for the format. */
export const UsageExports = ({ href }: { readonly href: string }) => (
  <OnDemand
    popup="menu"
    load={load}
    content={{ href }}
    button={
      <Button size="xs" variant="default" leftSection={<IconDownload size={14} aria-hidden />}>
        Export
      </Button>
    }
  />
)

const ViewList = dynamic(() => import('./view-list').then((list) => list.ViewList), { ssr: false })

/** Lists saved views of usage. Their code loads when their drawer opens. */
export const SavedViews = (props: ViewListProps) => <ViewList {...props} />
