import { Group } from '@mantine/core'
import type { PageRange } from '@/app/_server'
import { FilterChip } from '@/components/ui'
import type { TeamCtx } from '@/lib/platform/db'
import { filterNames } from './filter-names'
import { usageHref } from './ledger-href'
import type { UsageQuery } from './query'
import { describeSpan } from './shown-span'

interface FilterChipsProps {
  readonly ctx: TeamCtx
  readonly range: PageRange
  readonly query: UsageQuery
}

/** Shows what the page is narrowed to, one chip each; a chip's cross removes its filter. */
export async function FilterChips({ ctx, range, query }: FilterChipsProps) {
  const { since, until } = query
  const { slug, timeZone } = ctx.team
  const chips = await filterNames(ctx, range, query)
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
