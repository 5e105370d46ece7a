import { Group } from '@mantine/core'
import { type PageRange, teamProvider } from '@/app/_server'
import { FilterMenu, type ListFilter, PickField } from '@/components/lists'
import { FilterChip } from '@/components/ui'
import { MEASURE_NAMES, MEASURES_BY_NAME } from '@/components/usage'
import { LOOK_UP_OPERATION, OPERATION_NAMES, operationLabel } from '@/lib/kernel'
import { listKeys } from '@/lib/keys/keys'
import { listServices } from '@/lib/keys/services'
import { OUTCOMES } from '@/lib/money/ledger'
import { type BucketStep, defaultBucketStep, possibleBucketSteps } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { listMembers } from '@/lib/teams/teams'
import { listPickableTokens, listTeamWallets } from '../team-reads'
import {
  CALLER_KINDS,
  CALLERS,
  COMPARISON_NAMES,
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

const named = (rows: readonly { readonly id: string; readonly name: string }[]) =>
  rows.map(({ id, name }) => ({ value: id, label: name }))

/** Returns what chart, table and lists can be narrowed by besides a search. */
async function listUsageFilters(ctx: TeamCtx, { environments }: PageRange): Promise<readonly ListFilter[]> {
  const [services, tokens, keys, members, wallets, { provider }] = await Promise.all([
    listServices(ctx),
    listPickableTokens(ctx, null),
    listKeys(ctx),
    listMembers(ctx),
    listTeamWallets(ctx),
    teamProvider(ctx),
  ])
  const operations = new Set([
    ...OPERATION_NAMES,
    ...(provider.lookup ? [LOOK_UP_OPERATION] : []),
    ...provider.paths.map(({ name }) => name),
  ])
  const fields = [
    { by: 'environment', data: named(environments) },
    { by: 'wallet', data: named(wallets) },
    {
      by: 'key',
      data: keys.map(({ id, name, prefix }) => ({ value: id, label: `${name} (${prefix}…)` })),
    },
    { by: 'member', data: named(members) },
    { by: 'service', data: named(services) },
    { by: 'token', data: named(tokens) },
    { by: 'caller', data: CALLER_KINDS.map((kind) => ({ value: kind, label: CALLERS[kind] })) },
    {
      by: 'operation',
      data: [...operations].map((name) => ({ value: name, label: operationLabel(name) })),
    },
    { by: 'outcome', data: OUTCOMES.map((outcome) => ({ value: outcome, label: OUTCOME_NAMES[outcome] })) },
  ] as const
  return fields.flatMap(({ by, data }) =>
    data.length === 0 ? [] : { parameter: by, label: GROUPING_NAMES[by], data },
  )
}

const NONE = 'none'
const HALF = 'calc(50vw - 20px)'

/** Renders the fields for what the page measures, is grouped by and compared with. */
export const UsagePageFields = ({ query }: { readonly query: UsageQuery }) => (
  <>
    <PickField
      parameter="measure"
      label="Measure"
      usual={defaultMeasure(query)}
      value={chosenMeasure(query)}
      data={MEASURE_NAMES.map((measure) => ({ value: measure, label: MEASURES_BY_NAME[measure].label }))}
      w={{ base: HALF, xs: 210 }}
    />
    <PickField
      parameter="by"
      label="Grouped by"
      usual="environment"
      value={query.by}
      data={GROUPINGS.map((grouping) => ({ value: grouping, label: GROUPING_NAMES[grouping] }))}
      w={{ base: HALF, xs: 160 }}
    />
    <PickField
      parameter="compare"
      label="Compare"
      usual={NONE}
      value={query.compare ?? NONE}
      data={[
        { value: NONE, label: 'None' },
        ...Object.entries(COMPARISON_NAMES).map(([value, label]) => ({ value, label })),
      ]}
      w={{ base: HALF, xs: 208 }}
    />
  </>
)

const STEP_NAMES: Readonly<Record<BucketStep, string>> = {
  hour: 'Hour',
  day: 'Day',
  week: 'Week',
  month: 'Month',
}

/** Picks the length of the chart's bars. */
export const BarLengthField = ({ range, query }: Omit<FiltersProps, 'ctx'>) => (
  <PickField
    parameter="step"
    label="Step"
    usual={defaultBucketStep(range.range)}
    value={chosenStep(range, query)}
    data={possibleBucketSteps(range.range).map((each) => ({ value: each, label: STEP_NAMES[each] }))}
    w={140}
    size="xs"
  />
)

/**
 * Shows what the page is narrowed to, one chip each, above the chart that follows it; a chip's cross removes its
 * filter, and the button adds another.
 */
export async function UsageFilters({ ctx, range, query }: FiltersProps) {
  const { since, until } = query
  const { slug } = ctx.team
  const [filters, chips] = await Promise.all([
    listUsageFilters(ctx, range),
    describeUsageFilters(ctx, range, query),
  ])
  const without = (changes: Readonly<Record<string, null>>) =>
    usageHref(slug, range, { ...query, after: null, ...changes })
  return (
    <Group component="section" gap="xs" aria-label="Filters" data-print="never">
      <FilterMenu team={slug} filters={filters} />
      {chips.map(({ by, name, value }) => (
        <FilterChip key={by} name={name} value={value} without={without({ [by]: null })} />
      ))}
      {since && until && (
        <FilterChip
          name="Time below"
          value={describeSpan({ from: new Date(since), to: new Date(until) })}
          without={without({ since: null, until: null })}
        />
      )}
    </Group>
  )
}
