import { type ReactNode, useId } from 'react'
import classes from './sections.module.css'

interface CardProps {
  readonly title: string
  readonly description?: ReactNode
  readonly actions?: ReactNode
  /** True for typed content: lines are no longer than can be read. */
  readonly isNarrow?: boolean
  /** Anchor for links to this part. */
  readonly anchor?: string
  readonly children: ReactNode
}

/** Renders a titled part of a page. Space and its heading set it apart; it has no box. */
export function Card({ title, description, actions, isNarrow, anchor, children }: CardProps) {
  const id = useId()
  return (
    <section id={anchor} className={classes.section} data-narrow={isNarrow || undefined} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        {actions && <div className={classes.actions}>{actions}</div>}
        {description && <div className={classes.description}>{description}</div>}
      </div>
      {children}
    </section>
  )
}
