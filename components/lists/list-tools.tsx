import { type BoxProps, Group, Stack, Text } from '@mantine/core'
import { FilterChip, FilterDrawer } from '@/components/ui'
import { formatCount, formatPlural } from '@/lib/kernel'
import { type ListParams, listHref, type Sort } from './list-address'
import classes from './lists.module.css'
import { PickField } from './pick-field'
import { TypedField } from './typed-field'

/** A filter of a list: a parameter of the URL with its choices. */
export interface ListFilter {
  readonly parameter: string
  readonly label: string
  readonly data: readonly { readonly value: string; readonly label: string }[]
}

interface ListToolsProps {
  /** Address of the whole list. */
  readonly base: string
  readonly params: ListParams
  /** By what rows are found, such as “name or tag”; without it they cannot be. */
  readonly findBy?: string
  /** Those without a choice are left out. */
  readonly filters: readonly ListFilter[]
  readonly sorts: readonly Sort[]
  /** Order if the URL states none; without it, the list's own. */
  readonly usualSort?: string
  readonly counts: { readonly all: number; readonly found: number }
  /** Name of what is listed, for one and for many. */
  readonly of: readonly [string, string]
  /** Text in place of the counts. */
  readonly summary?: string | undefined
}

/** Numbers above it are not counted exactly. */
const MAX_COUNTED = 10_000

const LISTED = 'listed'

/**
 * Finds, filters and counts the rows of a list. All is kept in the URL and applies at once. On a phone the filters are
 * behind a button, with the order, because cards have no heads.
 */
export function ListTools(props: ListToolsProps) {
  const { base, params, findBy, filters, sorts, usualSort, counts, of, summary } = props
  const offered = filters.filter(({ parameter, data }) => data.length > 0 || params[parameter] !== undefined)
  const set = offered.filter(({ parameter }) => params[parameter] !== undefined)
  return (
    <Stack gap="xs" mb="sm" data-print="never">
      <Group component="search" aria-label={`Filters of the ${of[1]}`} align="flex-end" gap="xs">
        {findBy !== undefined && (
          <TypedField
            parameter="text"
            label={`Search by ${findBy}`}
            type="search"
            maxLength={100}
            size="xs"
            w={{ base: '100%', sm: 220 }}
          />
        )}
        {offered.length + sorts.length > 0 && (
          <FilterDrawer count={set.length} {...(offered.length === 0 && { label: 'Sort' })}>
            <Picks filters={offered} params={params} w="100%" />
            {sorts.length > 0 && (
              <PickField
                parameter="sort"
                label="Sort by"
                usual={usualSort ?? LISTED}
                value={params.sort ?? usualSort ?? LISTED}
                data={ordersOf(sorts, usualSort)}
                w="100%"
              />
            )}
          </FilterDrawer>
        )}
        <Group gap="xs" visibleFrom="sm">
          <Picks filters={offered} params={params} w={150} size="xs" />
        </Group>
        <Text size="sm" c="dimmed" className={classes.count} aria-live="polite">
          {summary ?? describeCounts(counts, of)}
        </Text>
      </Group>
      {set.length > 0 && (
        <Group gap="xs" component="section" aria-label="Chosen filters">
          {set.map(({ parameter, label, data }) => (
            <FilterChip
              key={parameter}
              name={label}
              value={data.find(({ value }) => value === params[parameter])?.label ?? 'Unknown'}
              without={listHref(base, params, { [parameter]: undefined })}
            />
          ))}
        </Group>
      )}
    </Stack>
  )
}

/** Says how many rows there are: “504 searches”, or “12 of 504 searches”. */
function describeCounts({ all, found }: ListToolsProps['counts'], [one, many]: ListToolsProps['of']): string {
  const total = all > MAX_COUNTED ? `${formatCount(MAX_COUNTED)}+ ${many}` : formatPlural(all, one, many)
  if (found === all) return total
  return `${found > MAX_COUNTED ? `${formatCount(MAX_COUNTED)}+` : formatCount(found)} of ${total}`
}

const ordersOf = (sorts: readonly Sort[], usual: string | undefined) => [
  ...(usual === undefined ? [{ value: LISTED, label: 'Usual order' }] : []),
  ...sorts.flatMap(({ key, label, isDownFirst }) => {
    const [first, second] = isDownFirst ? [`-${key}`, key] : [key, `-${key}`]
    return [
      { value: first, label },
      { value: second, label: `${label}, reversed` },
    ]
  }),
]

interface PicksProps {
  readonly filters: readonly ListFilter[]
  readonly params: ListParams
  readonly w: BoxProps['w']
  readonly size?: 'xs'
}

const Picks = ({ filters, params, ...field }: PicksProps) =>
  filters.map(({ parameter, label, data }) => (
    <PickField
      key={parameter}
      parameter={parameter}
      label={label}
      clearLabel={`Clear the filter ${label}`}
      value={params[parameter] ?? null}
      data={data}
      {...field}
    />
  ))
