'use client'

import { Stack, Text } from '@mantine/core'
import classes from '@/components/runs/runs.module.css'
import { AppLink, Dimmed } from '@/components/ui'
import type { ItemView } from '@/lib/collect/items'
import type { NewItems } from '@/lib/collect/runs'
import { formatMoment, formatPlural } from '@/lib/kernel'
import { ItemCard } from './item-card'

interface FirstItemsProps {
  readonly items: readonly ItemView[]
  readonly timeZone: string
}

const MAX = 5

/** Lists the first of some items. */
const ListedItems = ({ items, timeZone }: FirstItemsProps) => (
  <ol className={classes.list} aria-label="First items">
    {items.slice(0, MAX).map((item) => (
      <li key={item.place} className={classes.first}>
        <ItemCard item={item} timeZone={timeZone} />
      </li>
    ))}
  </ol>
)

/** Shows the first items of a run that was just started, while its own page loads. */
export function FirstItems({ items, timeZone }: FirstItemsProps) {
  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        Opening the run…
      </Text>
      {items.length > 0 && <ListedItems items={items} timeZone={timeZone} />}
    </>
  )
}

interface FirstPageItemsProps extends FirstItemsProps {
  readonly total: number
  readonly href: string
}

/** Shows the first items that a run bought, with a link to all of them. */
export function FirstPageItems({ items, total, href, timeZone }: FirstPageItemsProps) {
  return (
    <Stack gap="sm">
      <ListedItems items={items} timeZone={timeZone} />
      <AppLink size="md" href={href}>
        Open the run with all {formatPlural(total, 'item')}
      </AppLink>
    </Stack>
  )
}

interface NewestItemsProps {
  readonly team: string
  readonly runs: readonly NewItems[]
  readonly timeZone: string
}

/** Shows the newest items of a search by the run that first found them, with a link to each run. */
export function NewestItems({ team, runs, timeZone }: NewestItemsProps) {
  return runs.map(({ runId, startedAt, newItems, items, marks }) => (
    <Stack key={runId} gap="xs" mb="xs">
      <Dimmed>
        <AppLink href={`/${team}/runs/${runId}`}>Run of {formatMoment(startedAt, timeZone)}</AppLink>
        {' · '}
        {formatPlural(newItems, 'new item')}
      </Dimmed>
      <ol className={classes.columns} aria-label={`New items, run of ${formatMoment(startedAt, timeZone)}`}>
        {items.map((item) => (
          <li key={item.id}>
            {/* All of them are new, so none is marked as new. */}
            <ItemCard
              item={{ ...item, isNew: false }}
              mark={marks.find(({ itemId }) => itemId === item.id)}
              timeZone={timeZone}
            />
          </li>
        ))}
      </ol>
    </Stack>
  ))
}
