import { Box, type BoxProps, Group, Stack, Text } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { Suspense } from 'react'
import { type PageRange, teamProvider } from '@/app/_server'
import { DrawerDoneButton, FilterChip, FormDrawer } from '@/components/ui'
import { MEASURE_NAMES, MEASURES_BY_NAME } from '@/components/usage'
import { LOOK_UP_OPERATION, OPERATION_NAMES, operationLabel } from '@/lib/kernel'
import { listKeys } from '@/lib/keys/keys'
import { OUTCOMES } from '@/lib/money/ledger'
import { type BucketStep, defaultBucketStep, possibleBucketSteps } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { listMembers } from '@/lib/teams/teams'
import { PickField } from '../pick-field'
import { listPickableServices, listPickableTokens, listTeamWallets } from '../team-reads'
import {
  CALLER_KINDS,
  CALLERS,
  COMPARISON_NAMES,
  FILTER_DIMENSIONS,
  GROUPING_NAMES,
  GROUPINGS,
  OUTCOME_NAMES,
} from './groupings'
import { describeUsageFilters } from './names'
import { chosenMeasure, defaultMeasure, describeSpan, type UsageQuery, usageHref } from './query'
import { chosenStep } from './report'

interface FiltersProps {
  readonly ctx: TeamCtx
  readonly range: PageRange
  readonly query: UsageQuery
}

/** Puts all filters behind one button that says how many are set; on a phone also the fields that shape the page. */
export function UsageFilters({ ctx, range, query }: FiltersProps) {
  const set = FILTER_DIMENSIONS.filter((by) =>
    by === 'environment' ? range.environmentId : query[by],
  ).length
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
            <BarLengthField range={range} query={query} w="100%" />
          </Stack>
        </Box>
        <Suspense fallback={<Text size="sm">Loading…</Text>}>
          <FilterFields ctx={ctx} range={range} query={query} />
        </Suspense>
        <DrawerDoneButton />
      </Stack>
    </FormDrawer>
  )
}

interface FilterFieldsProps {
  readonly ctx: TeamCtx
  readonly range: PageRange
  readonly query: UsageQuery
}

const named = (rows: readonly { readonly id: string; readonly name: string }[]) =>
  rows.map(({ id, name }) => ({ value: id, label: name }))

/**
 * Narrows chart, table and lists. Searches, of which there may be thousands, are narrowed to by their rows in the
 * table.
 */
async function FilterFields({ ctx, range, query }: FilterFieldsProps) {
  const [services, tokens, keys, members, wallets, { provider }] = await Promise.all([
    listPickableServices(ctx, query.service),
    listPickableTokens(ctx, query.token),
    listKeys(ctx),
    listMembers(ctx),
    listTeamWallets(ctx),
    teamProvider(ctx),
  ])
  const operations = new Set([
    ...OPERATION_NAMES,
    ...(provider.lookup ? [LOOK_UP_OPERATION] : []),
    ...provider.paths.map(({ name }) => name),
    // The chosen one may be an operation that the provider no longer names.
    ...(query.operation === null ? [] : [query.operation]),
  ])
  const fields = [
    { by: 'environment', all: 'environments', data: named(range.environments) },
    { by: 'wallet', all: 'wallets', data: named(wallets) },
    {
      by: 'key',
      all: 'keys',
      data: keys.map(({ id, name, prefix }) => ({ value: id, label: `${name} (${prefix}…)` })),
    },
    { by: 'member', all: 'members', data: named(members) },
    { by: 'service', all: 'services', data: named(services) },
    { by: 'token', all: 'tokens', data: named(tokens) },
    {
      by: 'caller',
      all: 'callers',
      data: CALLER_KINDS.map((kind) => ({ value: kind, label: CALLERS[kind] })),
    },
    {
      by: 'operation',
      all: 'operations',
      data: [...operations].map((name) => ({ value: name, label: operationLabel(name) })),
    },
    {
      by: 'outcome',
      all: 'outcomes',
      data: OUTCOMES.map((outcome) => ({ value: outcome, label: OUTCOME_NAMES[outcome] })),
    },
  ] as const
  return fields.map(
    ({ by, all, data }) =>
      data.length > 0 && (
        <PickField
          key={by}
          parameter={by}
          label={GROUPING_NAMES[by]}
          clearLabel={`Show all ${all}`}
          value={by === 'environment' ? range.environmentId : query[by]}
          data={data}
          w="100%"
        />
      ),
  )
}

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
const ShapeFields = (props: FieldProps) => (
  <>
    <GroupingField {...props} />
    <CompareField {...props} />
  </>
)

/**
 * Renders the field of the measure and, where there is room, those that shape the page. A phone has them behind
 * “Filters”.
 */
export const UsagePageFields = ({ query }: { readonly query: UsageQuery }) => (
  <>
    <PickField
      parameter="measure"
      label="Measure"
      usual={defaultMeasure(query)}
      value={chosenMeasure(query)}
      data={MEASURE_NAMES.map((measure) => ({ value: measure, label: MEASURES_BY_NAME[measure].label }))}
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

interface StepFieldProps {
  readonly range: PageRange
  readonly query: UsageQuery
  readonly w: BoxProps['w']
  readonly size?: 'xs'
}

const STEP_NAMES: Readonly<Record<BucketStep, string>> = {
  hour: 'Hour',
  day: 'Day',
  week: 'Week',
  month: 'Month',
}

/** Picks the length of the chart's bars. */
export const BarLengthField = ({ range, query, ...field }: StepFieldProps) => (
  <PickField
    parameter="step"
    label="Step"
    usual={defaultBucketStep(range.range)}
    value={chosenStep(range, query)}
    data={possibleBucketSteps(range.range).map((each) => ({ value: each, label: STEP_NAMES[each] }))}
    {...field}
  />
)

interface FilterChipsProps {
  readonly ctx: TeamCtx
  readonly range: PageRange
  readonly query: UsageQuery
}

/** Shows what the page is narrowed to, one chip each; a chip's cross removes its filter. */
export async function FilterChips({ ctx, range, query }: FilterChipsProps) {
  const { since, until } = query
  const { slug, timeZone } = ctx.team
  const chips = await describeUsageFilters(ctx, range, query)
  if (chips.length === 0 && !since && !until) return null
  const without = (changes: Readonly<Record<string, null>>) =>
    usageHref(slug, range, { ...query, after: null, ...changes })
  return (
    <Group component="section" gap="xs" aria-label="Filters">
      {chips.map(({ by, name, value }) => (
        <FilterChip key={by} name={name} value={value} without={without({ [by]: null })} />
      ))}
      {since && until && (
        <FilterChip
          name="Time below"
          value={describeSpan({ from: new Date(since), to: new Date(until) }, timeZone)}
          without={without({ since: null, until: null })}
        />
      )}
    </Group>
  )
}
