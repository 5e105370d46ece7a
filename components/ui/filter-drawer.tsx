import { Box, Stack } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { DrawerDoneButton, FormDrawer } from './form-drawer'

interface FilterDrawerProps {
  /** Number of filters that are set. */
  readonly count: number
  /** Names what it holds, if that is no filters. */
  readonly label?: string
  readonly children: ReactNode
}

/** Holds filters that do not fit on a phone behind one button with their count. Elsewhere they are beside the list. */
export const FilterDrawer = ({ count, label = 'Filters', children }: FilterDrawerProps) => (
  <Box hiddenFrom="sm">
    <FormDrawer
      label={count === 0 ? label : `${label} (${count})`}
      title={label}
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
