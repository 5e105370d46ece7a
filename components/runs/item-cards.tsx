import { memo } from 'react'
import { PlainText } from '@/components/ui'
import {
  authorOf,
  handleOf,
  ItemLink,
  type ItemProps,
  type ItemsProps,
  keyed,
  RawButton,
  timeOf,
} from './items'
import classes from './runs.module.css'

/** Items as cards. Their texts are somebody else's: shown as text, never as markup. */
export const ItemCards = memo(function ItemCards({ items, timeZone, onRaw }: ItemsProps) {
  return (
    <ol className={classes.list} aria-label="Items">
      {keyed(items).map(({ key, item, place }) => (
        <ItemCard key={key} item={item} place={place} timeZone={timeZone} onRaw={onRaw} />
      ))}
    </ol>
  )
})

/** Plain elements, and rendered once: a run holds thousands of them, and each page only adds. */
const ItemCard = memo(function ItemCard({ item, place, timeZone, onRaw }: ItemProps) {
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <span className={classes.author} dir="auto">
          {authorOf(item)} <span className={classes.handle}>{handleOf(item)}</span>
        </span>
        <span className={classes.time}>{timeOf(item, timeZone)}</span>
      </div>
      <PlainText>{item.text}</PlainText>
      <ItemLink item={item} /> <RawButton item={item} place={place} onRaw={onRaw} />
    </li>
  )
})
