import type { ReactNode } from 'react'
import { LinkTo } from './link-to'
import classes from './page-header.module.css'

/** Renders the page's one h1, with what can be done on the page: one primary action, at the right. */
export function PageHeader(props: {
  /** List that the page belongs to; the link back is at the same place on every page. */
  readonly back?: { readonly href: string; readonly label: string }
  readonly title: string
  /** State, beside the title. */
  readonly badge?: ReactNode
  readonly description?: ReactNode
  readonly actions?: ReactNode
  /**
   * True if there are many, which have their own line from the start: none moves while a slow network brings the
   * others.
   */
  readonly areActionsMany?: boolean
}) {
  const { back, title, badge, description, actions, areActionsMany } = props
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        {back && (
          <nav aria-label="Back" className={classes.back}>
            <LinkTo href={back.href} size="inherit">
              <span aria-hidden>‹ </span>
              {back.label}
            </LinkTo>
          </nav>
        )}
        <div className={classes.title}>
          <h1>{title}</h1>
          {badge}
        </div>
        {description && <div className={classes.description}>{description}</div>}
      </div>
      {actions && (
        <div className={classes.actions} data-many={areActionsMany || undefined}>
          {actions}
        </div>
      )}
    </header>
  )
}
