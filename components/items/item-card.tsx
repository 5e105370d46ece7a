import { memo } from 'react'
import classes from '@/components/runs/runs.module.css'
import { Author, ItemText, itemTime } from './item-parts'
import { DetailsButton, ItemLink, type ItemProps, NewItemBadge } from './items'
import { describeMarkAuthor, MarkButtons, MarkNote, MarkSummary } from './mark-buttons'

interface ItemCardProps extends Pick<ItemProps, 'item'> {
  readonly mark?: ItemProps['mark']
  /** Without it nothing can be marked. */
  readonly marking?: ItemProps['marking']
  readonly index?: number
  /** Without it the item has no details to open. */
  readonly onOpen?: ItemProps['onOpen']
}

/**
 * Shows an item as a card, with the team's mark. Its handlers must stay the same, or each new item renders it again.
 */
export const ItemCard = memo(function ItemCard(props: ItemCardProps) {
  const { item, mark, marking, index = 0, onOpen } = props
  const by = describeMarkAuthor(mark)
  return (
    <div className={classes.item}>
      <div className={classes.head}>
        <span className={classes.author}>
          <Author item={item} handleClass={classes.handle} />
        </span>
        <span className={classes.time}>
          <NewItemBadge item={item} /> {itemTime(item)}
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
        <ItemLink item={item} />
        {onOpen && <DetailsButton item={item} index={index} onOpen={onOpen} />}
        {by && <span className={classes.by}>Marked by {by}</span>}
      </div>
    </div>
  )
})
