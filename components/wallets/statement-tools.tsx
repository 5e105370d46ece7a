'use client'

import { Button, Group } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'

/** Offers the actions on a statement; they are not printed. */
export function StatementTools({ csv }: { readonly csv: string }) {
  return (
    <Group gap="xs" data-print="never">
      <Button
        component="a"
        href={csv}
        download
        variant="default"
        size="xs"
        leftSection={<IconDownload size={14} aria-hidden />}
      >
        CSV
      </Button>
      <PrintButton />
    </Group>
  )
}

/** Prints the page, which browsers also save as PDF. */
export const PrintButton = () => (
  <Button
    variant="default"
    size="xs"
    leftSection={<IconPrinter size={14} aria-hidden />}
    onClick={() => window.print()}
  >
    Print
  </Button>
)
