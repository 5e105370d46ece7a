'use client'

import { Stack } from '@mantine/core'
import dynamic from 'next/dynamic'
import classes from '@/components/runs/runs.module.css'
import type { ItemView } from '@/lib/collect/items'
import { ItemCard } from './item-card'
import type { ItemProps } from './items'

const RawItem = dynamic(() => import('./opened-raw').then((loaded) => loaded.RawItem), { ssr: false })

export interface ItemDetailProps extends Pick<ItemProps, 'mark'> {
  readonly team: string
  readonly runId: string
  readonly item: ItemView
  /** True to load what the upstream sent. */
  readonly isRaw: boolean
}

/**
 * Shows one item: its text, the team's mark and note, and everything that the upstream sent. It is marked in the list.
 */
export const ItemDetail = ({ team, runId, item, mark, isRaw }: ItemDetailProps) => (
  <Stack gap="sm" className={classes.detail ?? ''}>
    <ItemCard item={item} mark={mark} />
    {isRaw && <RawItem input={{ team, runId, place: item.place }} />}
  </Stack>
)
