import { Button, Menu, MenuDropdown, MenuItem, MenuTarget, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { EXPORT_FORMAT_NAMES, EXPORT_FORMATS, type ExportFormat } from '@/lib/kernel'

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
        {EXPORT_FORMAT_NAMES.map((format) => (
          <MenuItem key={format} component="a" href={hrefOf(format)} download>
            {EXPORT_FORMATS[format].label}
            <Text size="xs" c="dimmed">
              {EXPORT_FORMATS[format].use}
            </Text>
          </MenuItem>
        ))}
      </MenuDropdown>
    </Menu>
  )
}
