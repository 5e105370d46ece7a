'use client'

import { Menu, MenuDropdown, MenuItem, MenuTarget, Text } from '@mantine/core'
import type { OnDemandButton } from '@/components/ui'

const FORMATS = [
  { format: 'csv', label: 'CSV', use: 'The table' },
  { format: 'xlsx', label: 'Excel', use: 'Table and chart' },
  { format: 'focus', label: 'FOCUS 1.2', use: 'Cost rows for FinOps tools' },
] as const

interface UsageExportListProps {
  readonly button: OnDemandButton
  readonly href: string
}

/** Offers the formats in which usage can be exported. */
export const UsageExportList = ({ button, href }: UsageExportListProps) => (
  <Menu position="bottom-end">
    <MenuTarget>{button}</MenuTarget>
    <MenuDropdown>
      {FORMATS.map(({ format, label, use }) => (
        <MenuItem key={format} component="a" href={`${href}&format=${format}`} download>
          {label}
          <Text size="xs" c="dimmed">
            {use}
          </Text>
        </MenuItem>
      ))}
    </MenuDropdown>
  </Menu>
)
