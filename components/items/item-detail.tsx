'use client'

import { Stack } from '@mantine/core'
import dynamic from 'next/dynamic'
import classes from '@/components/runs/runs.module.css'
import type { ItemView } from '@/lib/collect/items'
import { Author, ItemText, itemTime } from './item-parts'
import { ItemLink, type ItemProps, NewItemBadge } from './items'
import { describeMarkAuthor, MarkNote, MarkSummary } from './mark-buttons'

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
export function ItemDetail(props: ItemDetailProps) {
  const { team, runId, item, mark, isRaw } = props
  const by = describeMarkAuthor(mark)
  return (
    <Stack gap="sm">
      <div>
        <div className={classes.author}>
          <Author item={item} handleClass={classes.handle} />
        </div>
        <div className={classes.time}>
          {itemTime(item)} <NewItemBadge item={item} />
        </div>
      </div>
      <ItemText item={item} />
      {mark && mark.note !== '' && (
        <div className={classes.note}>
          <span className={classes.label}>Note</span>
          <MarkNote mark={mark} />
        </div>
      )}
      <div className={classes.foot}>
        <MarkSummary mark={mark} />
        <ItemLink item={item} />
        {by && <span className={classes.by}>Marked by {by}</span>}
      </div>
      {isRaw && <RawItem input={{ team, runId, place: item.place }} />}
    </Stack>
  )
}
