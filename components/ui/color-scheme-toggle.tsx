'use client'

import { ActionIcon, Box, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'

/**
 * Switches between light and dark. Both icons are rendered and one is hidden, because the server does not know the
 * choice.
 */
export function ColorSchemeToggle() {
  const { toggleColorScheme } = useMantineColorScheme()
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label="Switch between light and dark"
      onClick={toggleColorScheme}
    >
      <Box lightHidden component={IconSun} size={18} />
      <Box darkHidden component={IconMoon} size={18} />
    </ActionIcon>
  )
}
