import { Stack } from '@mantine/core'
import { requireMember, type SearchParams } from '@/app/_server'
import { type ChartData, SpendChart } from '@/components/charts'
import { WordHits } from '@/components/items/word-hits'
import { WordsForm } from '@/components/items/words-form'
import { PickField } from '@/components/lists'
import { SearchTabs } from '@/components/shell'
import { Card, CardBoundary, Dimmed, EmptyState, ListPages, PageHeader } from '@/components/ui'
import { markWords, type WaitingItems } from '@/lib/collect/items'
import {
  countItemsByDay,
  findItemsByWords,
  type WordsDays,
  type WordsQuery,
  wordsUrlQuerySchema,
} from '@/lib/collect/runs'
import { formatCount, formatDay, formatMoment, formatPlural, formatShortDay } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { searchChoices } from '../search-choices'

export const metadata = { title: 'Items' }

interface ItemsPageProps {
  readonly params: Promise<{ team: string }>
  /** `words`, `search`, `from` and `to`: what to look for. `after`: where the list begins. */
  readonly searchParams: SearchParams
}

export default async function ItemsPage({ params, searchParams }: ItemsPageProps) {
  const ctx = await requireMember(params)
  const { after, ...query } = wordsUrlQuerySchema.parse(await searchParams)
  const name = JSON.stringify([query, after])
  return (
    <>
      <PageHeader title="Items" description="Find words in everything your searches have bought." />
      <SearchTabs team={ctx.team.slug} />
      <Stack>
        <WordsForm team={ctx.team.slug} query={query} />
        {query.words === '' ? (
          <Dimmed>The items that contain all of your words are listed here.</Dimmed>
        ) : (
          <>
            <CardBoundary key={name}>
              <FoundCard ctx={ctx} query={query} after={after} />
            </CardBoundary>
            <CardBoundary key={`days ${name}`}>
              <DaysCard ctx={ctx} query={query} />
            </CardBoundary>
          </>
        )}
      </Stack>
    </>
  )
}

interface FoundProps {
  readonly ctx: TeamCtx
  readonly query: WordsQuery
}

const ON_A_PAGE = 20

async function FoundCard({ ctx, query, after }: FoundProps & { readonly after: string | undefined }) {
  const { slug } = ctx.team
  const [{ items, next, waiting }, searches] = await Promise.all([
    findItemsByWords(ctx, query, { after, limit: ON_A_PAGE }),
    searchChoices(ctx, query.search),
  ])
  const hrefTo = (position?: string) => {
    const given = Object.entries({ ...query, after: position }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    )
    return `/${slug}/items?${new URLSearchParams(given)}`
  }
  return (
    <Card
      title="Found"
      description={describeWaiting(waiting)}
      actions={
        <PickField
          parameter="search"
          label="Search"
          clearLabel="Show the items of all searches"
          value={query.search ?? null}
          data={searches.map(({ id, name }) => ({ value: id, label: name }))}
          w={190}
          size="xs"
        />
      }
    >
      {items.length === 0 && next === null ? (
        <EmptyState title="No matching items" text="No item that you can see contains all of these words." />
      ) : (
        <WordHits
          team={slug}
          items={items.map((item) => ({ ...item, parts: markWords(item.text, query.words) }))}
        />
      )}
      <ListPages first={after === undefined ? null : hrefTo()} next={next === null ? null : hrefTo(next)} />
    </Card>
  )
}

/** Says how far behind the index is; nothing if it is not. */
function describeWaiting({ pages, hasMore, since }: WaitingItems): string {
  if (since === null) return 'Most recently bought first.'
  const many = hasMore
    ? `More than ${formatCount(pages)} pages are`
    : pages === 1
      ? '1 page is'
      : `${pages} pages are`
  return `Indexed up to ${formatMoment(since)}; ${many} still to be indexed.`
}

async function DaysCard({ ctx, query }: FoundProps) {
  const { days, isPart } = await countItemsByDay(ctx, query)
  const total = days.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return null
  return (
    <Card title="By day" description={describeDays(total, isPart)}>
      <SpendChart name="Items found, by day of purchase" data={chartOf(days)} seriesHrefs={{}} />
    </Card>
  )
}

const describeDays = (total: number, isPart: boolean): string =>
  isPart
    ? `Only the newest ${formatCount(total)} items are counted.`
    : `${formatPlural(total, 'item')} in the last 90 days, by day of purchase.`

function chartOf(days: WordsDays['days']): ChartData {
  const texts = days.map(({ count }) => formatCount(count))
  return {
    unit: 'items',
    axis: 'Items per day',
    buckets: days.map(({ date, startsAt }) => ({
      key: date,
      label: formatShortDay(startsAt),
      title: formatDay(startsAt),
    })),
    series: [{ key: 'items', label: 'Items', values: days.map(({ count }) => count), texts }],
    totals: texts,
    line: null,
  }
}
