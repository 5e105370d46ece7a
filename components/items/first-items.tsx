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
}

const MAX = 5

/** Lists the first of some items. */
const ListedItems = ({ items }: FirstItemsProps) => (
  <ol className={classes.list} aria-label="First items">
    {items.slice(0, MAX).map((item) => (
      <li key={item.place} className={classes.first}>
        <ItemCard item={item} />
      </li>
    ))}
  </ol>
)

/** Shows the first items of a run that was just started, while its own page loads. */
export function FirstItems({ items }: FirstItemsProps) {
  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        Opening the run…
      </Text>
      {items.length > 0 && <ListedItems items={items} />}
    </>
  )
}

interface FirstPageItemsProps extends FirstItemsProps {
  readonly total: number
  readonly href: string
}

/** Shows the first items that a run bought, with a link to all of them. */
export function FirstPageItems({ items, total, href }: FirstPageItemsProps) {
  return (
    <Stack gap="sm">
      <ListedItems items={items} />
      <AppLink size="md" href={href}>
        Open the run with all {formatPlural(total, 'item')}
      </AppLink>
    </Stack>
  )
}

interface NewestItemsProps {
  readonly team: string
  readonly runs: readonly NewItems[]
}

/** Shows the newest items of a search by the run that first found them, with a link to each run. */
export function NewestItems({ team, runs }: NewestItemsProps) {
  return runs.map(({ runId, startedAt, newItems, items, marks }) => (
    <Stack key={runId} gap="xs" mb="xs">
      <Dimmed>
        <AppLink href={`/${team}/runs/${runId}`}>Run of {formatMoment(startedAt)}</AppLink>
        {' · '}
        {formatPlural(newItems, 'new item')}
      </Dimmed>
      <ol className={classes.columns} aria-label={`New items, run of ${formatMoment(startedAt)}`}>
        {items.map((item) => (
          <li key={item.id}>
            {/* All of them are new, so none is marked as new. */}
            <ItemCard
              item={{ ...item, isNew: false }}
              mark={marks.find(({ itemId }) => itemId === item.id)}
            />
          </li>
        ))}
      </ol>
    </Stack>
  ))
}
