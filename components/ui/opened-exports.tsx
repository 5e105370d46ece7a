'use client'

import { Menu, MenuDropdown, MenuItem, MenuTarget, Text } from '@mantine/core'
import { useState } from 'react'
import type { OnDemandButton } from './on-demand'

/** A file that holds what a page shows. */
export interface ExportFile {
  readonly label: string
  /** The purposes that it suits. */
  readonly use: string
  readonly href: string
  /** True if few people need it. */
  readonly isRare?: boolean
}

interface OpenedExportsProps {
  readonly button: OnDemandButton
  readonly files: readonly ExportFile[]
}

/** Lists the files of an export; those that few people need come under “More”. */
export function OpenedExports({ button, files }: OpenedExportsProps) {
  const [isMore, setMore] = useState(false)
  const some = (rare: boolean) => files.filter(({ isRare = false }) => isRare === rare)
  const item = ({ href, label, use }: ExportFile) => (
    <MenuItem key={label} component="a" href={href} download>
      {label}
      <Text size="xs" c="dimmed">
        {use}
      </Text>
    </MenuItem>
  )
  return (
    <Menu position="bottom-end">
      <MenuTarget>{button}</MenuTarget>
      <MenuDropdown>
        {some(false).map(item)}
        {some(true).length > 0 && (
          <MenuItem closeMenuOnClick={false} aria-expanded={isMore} onClick={() => setMore(!isMore)}>
            More
          </MenuItem>
        )}
        {isMore && some(true).map(item)}
      </MenuDropdown>
    </Menu>
  )
}
