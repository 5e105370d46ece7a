import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { OnDemand } from '@/components/ui'
import type { ExportFormat } from '@/lib/kernel'

const load = () => import('./export-list').then(({ ExportList }) => ExportList)

interface ExportMenuProps {
  /** Returns the address of the view's items as a file. */
  hrefOf(format: ExportFormat): string
}

/** Opens the export of a view's items as a file of the chosen format. */
export function ExportMenu({ hrefOf }: ExportMenuProps) {
  return (
    <OnDemand
      popup="menu"
      load={load}
      content={{ hrefOf }}
      button={
        <Button size="xs" variant="default" leftSection={<IconDownload size={14} aria-hidden />}>
          Export
        </Button>
      }
    />
  )
}
