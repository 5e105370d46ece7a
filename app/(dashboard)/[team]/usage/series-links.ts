import type { PageRange } from '@/app/_server'
import type { UsageRow } from '@/components/usage'
import { usageHref } from './ledger-href'
import type { UsageQuery } from './query'

/** Where a part of the spend leads: to the page narrowed to it. What has no id leads nowhere. */
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
