'use client'

import { Text } from '@mantine/core'
import classes from '@/components/runs/runs.module.css'
import type { ItemView } from '@/lib/collect/items'
import { ItemCard } from './item-card'

const MAX = 6

interface FirstItemsProps {
  readonly items: readonly ItemView[]
  readonly timeZone: string
}

/** Shows the first items of a run that was just started, while its own page loads. */
export function FirstItems({ items, timeZone }: FirstItemsProps) {
  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        Opening the run…
      </Text>
      {items.length > 0 && (
        <ol className={classes.list} aria-label="First items">
          {items.slice(0, MAX).map((item) => (
            <li key={item.place} className={classes.first}>
              <ItemCard item={item} timeZone={timeZone} />
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
