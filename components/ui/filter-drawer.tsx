import { Box, Stack } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { DrawerDoneButton, FormDrawer } from './form-drawer'

interface FilterDrawerProps {
  /** Number of filters that are set. */
  readonly count: number
  readonly children: ReactNode
}

/**
 * Holds filters that do not fit on a phone behind one button with their count. Elsewhere they stand beside the list.
 */
export const FilterDrawer = ({ count, children }: FilterDrawerProps) => (
  <Box hiddenFrom="sm">
    <FormDrawer
      label={count === 0 ? 'Filters' : `Filters (${count})`}
      title="Filters"
      variant="default"
      leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
    >
      <Stack gap="sm">
        {children}
        <DrawerDoneButton />
      </Stack>
    </FormDrawer>
  </Box>
)
