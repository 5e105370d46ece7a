import { memo } from 'react'
import classes from '@/components/runs/runs.module.css'
import { Author, ItemText, itemTime } from './item-parts'
import { ItemLink, type ItemProps, NewItemBadge, RawButton } from './items'
import { describeMarkAuthor, MarkButtons, MarkNote, MarkSummary } from './mark-buttons'

interface ItemCardProps extends Pick<ItemProps, 'item' | 'timeZone'> {
  readonly mark?: ItemProps['mark']
  /** Without it nothing can be marked. */
  readonly marking?: ItemProps['marking']
  /** Without it there is no link to the raw item. */
  readonly onRaw?: ItemProps['onRaw']
}

/**
 * Shows an item as a card, with the team's mark. Its handlers must stay the same, or each new item renders it again.
 */
export const ItemCard = memo(function ItemCard({ item, mark, timeZone, marking, onRaw }: ItemCardProps) {
  const by = describeMarkAuthor(mark, timeZone)
  return (
    <div className={classes.item}>
      <div className={classes.head}>
        <span className={classes.author}>
          <Author item={item} handleClass={classes.handle} />
        </span>
        <span className={classes.time}>
          <NewItemBadge item={item} /> {itemTime(item, timeZone)}
        </span>
      </div>
      <ItemText item={item} />
      {mark && mark.note !== '' && (
        <div className={classes.note}>
          <span className={classes.label}>Note</span>
          <MarkNote mark={mark} />
        </div>
      )}
      <div className={classes.foot}>
        {marking ? <MarkButtons item={item} mark={mark} marking={marking} /> : <MarkSummary mark={mark} />}
        <ItemLink item={item} /> {onRaw && <RawButton item={item} onRaw={onRaw} />}
        {by && <span className={classes.by}>Marked by {by}</span>}
      </div>
    </div>
  )
})
