import type { PageRange } from '@/app/_server'
import type { UsageRow } from '@/components/usage'
import { usageHref } from './ledger-href'
import type { UsageQuery } from './query'

/** Returns the link of each part of the spend: to the page narrowed to it. A part without an id has none. */
export const seriesLinks = (
  team: string,
  range: PageRange,
  rows: readonly UsageRow[],
  query: UsageQuery,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    rows
      .filter(({ member }) => member !== '')
      .map(({ member }) => [member, usageHref(team, range, { ...query, after: null, [query.by]: member })]),
  )
