import { Box, type BoxProps } from '@mantine/core'
import { MEASURE, MEASURES } from '@/components/usage'
import { PickField } from '../pick-field'
import { COMPARISON_NAMES, GROUPING_NAMES, GROUPINGS } from './groupings'
import { measureOf, type UsageQuery, usualMeasure } from './query'

interface FieldProps {
  readonly query: UsageQuery
  readonly w: BoxProps['w']
}

const NONE = 'none'

const GroupingField = ({ query, w }: FieldProps) => (
  <PickField
    parameter="by"
    label="Grouped by"
    usual="environment"
    value={query.by}
    data={GROUPINGS.map((grouping) => ({ value: grouping, label: GROUPING_NAMES[grouping] }))}
    w={w}
  />
)

const CompareField = ({ query, w }: FieldProps) => (
  <PickField
    parameter="compare"
    label="Compare"
    usual={NONE}
    value={query.compare ?? NONE}
    data={[
      { value: NONE, label: 'None' },
      ...Object.entries(COMPARISON_NAMES).map(([value, label]) => ({ value, label })),
    ]}
    w={w}
  />
)

/** Renders the fields for what the page is grouped by and compared with. */
export const ShapeFields = (props: FieldProps) => (
  <>
    <GroupingField {...props} />
    <CompareField {...props} />
  </>
)

/**
 * Renders the field of the measure and, where there is room, those that shape the page. A phone has them behind
 * “Filters”.
 */
export const PageFields = ({ query }: { readonly query: UsageQuery }) => (
  <>
    <PickField
      parameter="measure"
      label="Measure"
      usual={usualMeasure(query)}
      value={measureOf(query)}
      data={MEASURES.map((measure) => ({ value: measure, label: MEASURE[measure].label }))}
      w={{ base: 'calc(50vw - 20px)', xs: 210 }}
    />
    <Box visibleFrom="sm">
      <GroupingField query={query} w={160} />
    </Box>
    <Box visibleFrom="sm">
      <CompareField query={query} w={208} />
    </Box>
  </>
)
