import { Button, Menu, MenuDropdown, MenuItem, MenuTarget, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ExportFormat } from '@/lib/collect/exports'

const FORMATS: readonly { readonly format: ExportFormat; readonly label: string; readonly use: string }[] = [
  { format: 'xlsx', label: 'XLSX', use: 'Excel and other spreadsheets' },
  { format: 'csv', label: 'CSV', use: 'Anything that reads tables' },
  { format: 'jsonl', label: 'JSONL', use: 'Programs: all that was sent, an object a line' },
  { format: 'parquet', label: 'Parquet', use: 'Analysis: typed columns, and all that was sent' },
]

interface ExportMenuProps {
  /** Addresses of the view's items as files. */
  hrefOf(format: ExportFormat): string
}

/** The items of a view, as a file of the chosen format. */
export function ExportMenu({ hrefOf }: ExportMenuProps) {
  return (
    <Menu position="bottom-end">
      <MenuTarget>
        <Button size="xs" variant="default" leftSection={<IconDownload size={14} aria-hidden />}>
          Export
        </Button>
      </MenuTarget>
      <MenuDropdown>
        {FORMATS.map(({ format, label, use }) => (
          <MenuItem key={format} component="a" href={hrefOf(format)} download>
            {label}
            <Text size="xs" c="dimmed">
              {use}
            </Text>
          </MenuItem>
        ))}
      </MenuDropdown>
    </Menu>
  )
}
