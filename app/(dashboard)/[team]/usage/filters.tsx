import { Box, Stack, Text } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { Suspense } from 'react'
import type { PageRange } from '@/app/_server'
import { DrawerDone, FormDrawer } from '@/components/ui'
import type { TeamCtx } from '@/lib/platform/db'
import { FilterFields } from './filter-fields'
import { GROUPINGS } from './groupings'
import { ShapeFields } from './page-fields'
import type { UsageQuery } from './query'
import { StepField } from './step-field'

interface FiltersProps {
  readonly ctx: TeamCtx
  readonly range: PageRange
  readonly query: UsageQuery
}

/** Puts all filters behind one button that says how many are set; on a phone also the fields that shape the page. */
export function Filters({ ctx, range, query }: FiltersProps) {
  const set = GROUPINGS.filter((by) => (by === 'environment' ? range.environmentId : query[by])).length
  return (
    <FormDrawer
      label={set === 0 ? 'Filters' : `Filters (${set})`}
      title="Filters"
      variant="default"
      leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
    >
      <Stack gap="sm">
        <Box hiddenFrom="sm">
          <Stack gap="sm">
            <ShapeFields query={query} w="100%" />
            <StepField range={range} query={query} w="100%" />
          </Stack>
        </Box>
        <Suspense fallback={<Text size="sm">Loading…</Text>}>
          <FilterFields ctx={ctx} range={range} query={query} />
        </Suspense>
        <DrawerDone />
      </Stack>
    </FormDrawer>
  )
}
