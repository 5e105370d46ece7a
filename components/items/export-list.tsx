import { Menu, MenuDropdown, MenuItem, MenuTarget, Text } from '@mantine/core'
import type { OnDemandButton } from '@/components/ui'
import { EXPORT_FORMAT_NAMES, EXPORT_FORMATS, type ExportFormat } from '@/lib/kernel'

interface ExportListProps {
  readonly button: OnDemandButton
  /** Returns the address of the view's items as a file. */
  hrefOf(format: ExportFormat): string
}

/** Offers the items of a view as a file of the chosen format. */
export function ExportList({ button, hrefOf }: ExportListProps) {
  return (
    <Menu position="bottom-end">
      <MenuTarget>{button}</MenuTarget>
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
