import type { ReactNode } from 'react'
import classes from './page-header.module.css'

/** The page's one h1, with what can be done on the page: one primary action, at the right. */
export function PageHeader(props: {
  readonly title: string
  /** Beside the title: a state. */
  readonly badge?: ReactNode
  readonly description?: ReactNode
  readonly actions?: ReactNode
}) {
  const { title, badge, description, actions } = props
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        <div className={classes.title}>
          <h1>{title}</h1>
          {badge}
        </div>
        {description && <div className={classes.description}>{description}</div>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  )
}
