import { IconEye, IconEyeOff, IconNote, IconStar, IconStarFilled } from '@tabler/icons-react'
import classes from '@/components/runs/runs.module.css'
import { PlainText } from '@/components/ui'
import type { ItemView, MarkView } from '@/lib/collect/items'
import { formatMoment } from '@/lib/kernel'
import { itemAuthor } from './item-parts'
import type { Marking } from './use-marks'

interface MarkButtonsProps {
  readonly item: ItemView
  readonly mark: MarkView | undefined
  readonly marking: Marking
}

/**
 * Offers to star, hide and note an item; each button names the item by position and author. Plain buttons, because a
 * list has many.
 */
export function MarkButtons({ item, mark, marking }: MarkButtonsProps) {
  const state = mark?.state ?? 'none'
  const [isStarred, isHidden] = [state === 'starred', state === 'hidden']
  const name = `item ${item.place + 1} by ${itemAuthor(item)}`
  const Star = isStarred ? IconStarFilled : IconStar
  const Eye = isHidden ? IconEyeOff : IconEye
  const buttons = [
    {
      label: 'Star',
      icon: <Star size={16} aria-hidden />,
      pressed: isStarred,
      onClick: () => marking.toggle(item, { state: isStarred ? 'none' : 'starred' }),
    },
    {
      label: 'Hide',
      icon: <Eye size={16} aria-hidden />,
      pressed: isHidden,
      onClick: () => marking.toggle(item, { state: isHidden ? 'none' : 'hidden' }),
    },
    { label: 'Note on', icon: <IconNote size={16} aria-hidden />, onClick: () => marking.editNote(item) },
  ]
  return (
    <span className={classes.marks}>
      {buttons.map(({ label, icon, pressed, onClick }) => (
        <button
          key={label}
          type="button"
          className={classes.mark}
          onClick={onClick}
          title={`${label} ${name}`}
          aria-label={`${label} ${name}`}
          {...(pressed !== undefined && { 'aria-pressed': pressed })}
        >
          {icon}
        </button>
      ))}
    </span>
  )
}

/** Shows an item's mark where it cannot be changed. */
export function MarkSummary({ mark }: Pick<MarkButtonsProps, 'mark'>) {
  if (!mark || mark.state === 'none') return null
  return <span className={classes.fresh}>{mark.state === 'starred' ? 'Starred' : 'Hidden'}</span>
}

/** Shows the team's note on an item. */
export function MarkNote({ mark }: Pick<MarkButtonsProps, 'mark'>) {
  return mark && mark.note !== '' ? <PlainText>{mark.note}</PlainText> : null
}

/** Says who set an item's mark last, and when. */
export const describeMarkAuthor = (mark: MarkView | undefined): string | null =>
  mark && mark.byName !== '' && (mark.state !== 'none' || mark.note !== '')
    ? `${mark.byName}, ${formatMoment(new Date(mark.at))}`
    : null
