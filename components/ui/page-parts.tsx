import { type ReactNode, useId } from 'react'
import { AppLink } from './link-to'
import header from './page-header.module.css'
import sections from './sections.module.css'

/** Renders the page's one h1, with what can be done on the page: one primary action, on the right. */
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
    <header className={header.header}>
      <div className={header.words}>
        {back && (
          <nav aria-label="Back" className={header.back}>
            <AppLink href={back.href} size="inherit">
              <span aria-hidden>‹ </span>
              {back.label}
            </AppLink>
          </nav>
        )}
        <div className={header.title}>
          <h1>{title}</h1>
          {badge}
        </div>
        {description && <div className={header.description}>{description}</div>}
      </div>
      {actions && (
        <div className={header.actions} data-many={areActionsMany || undefined}>
          {actions}
        </div>
      )}
    </header>
  )
}

interface CardProps {
  readonly title: string
  /** True if the page's title or its tab says the same: it is only read out. */
  readonly isTitleHidden?: boolean
  readonly description?: ReactNode
  readonly actions?: ReactNode
  /** True for typed content: lines are no longer than can be read. */
  readonly isNarrow?: boolean
  /** Anchor for links to this part. */
  readonly anchor?: string
  readonly children: ReactNode
}

/** Renders a titled part of a page. Space and its heading set it apart; it has no box. */
export function Card({ title, isTitleHidden, description, actions, isNarrow, anchor, children }: CardProps) {
  const id = useId()
  return (
    <section
      id={anchor}
      className={sections.section}
      data-narrow={isNarrow || undefined}
      aria-labelledby={id}
    >
      <div className={sections.head}>
        <h2 id={id} data-hidden={isTitleHidden}>
          {title}
        </h2>
        {actions && <div className={sections.actions}>{actions}</div>}
        {description && <div className={sections.description}>{description}</div>}
      </div>
      {children}
    </section>
  )
}

interface NoteProps {
  /** Severity: `bad` is an incident, `warn` wants attention; without it a note only informs. */
  readonly tone?: 'bad' | 'warn'
  /** The matter in a few words. */
  readonly lead?: ReactNode
  readonly children?: ReactNode
  /** Actions that deal with it. */
  readonly actions?: ReactNode
}

/**
 * Shows something to know about the whole page: an incident, what is missing from it, or its date. What wants attention
 * now is not printed, because paper is kept.
 */
export function PageNote({ tone, lead, children, actions }: NoteProps) {
  return (
    <div className={sections.note} data-tone={tone} role={tone === 'bad' ? 'alert' : 'note'}>
      <p>
        {lead && <strong>{lead}</strong>}
        {lead && children && ' '}
        {children}
      </p>
      {actions && <div className={sections.actions}>{actions}</div>}
    </div>
  )
}
