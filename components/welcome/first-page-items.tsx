'use client'

import { Stack } from '@mantine/core'
import { ItemCard } from '@/components/items/item-card'
import classes from '@/components/runs/runs.module.css'
import { LinkTo } from '@/components/ui'
import type { ItemView } from '@/lib/collect/items'
import { plural } from '@/lib/kernel'

const MAX = 5

interface FirstPageItemsProps {
  readonly items: readonly ItemView[]
  readonly total: number
  readonly href: string
  readonly timeZone: string
}

/** Shows the first items that a run bought, with a link to all of them. */
export function FirstPageItems({ items, total, href, timeZone }: FirstPageItemsProps) {
  return (
    <Stack gap="sm">
      <ol className={classes.list} aria-label="First items">
        {items.slice(0, MAX).map((item) => (
          <li key={item.place} className={classes.first}>
            <ItemCard item={item} timeZone={timeZone} />
          </li>
        ))}
      </ol>
      <LinkTo href={href}>Open the run with all {plural(total, 'item')}</LinkTo>
    </Stack>
  )
}
