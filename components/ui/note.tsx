import type { ReactNode } from 'react'
import classes from './sections.module.css'

interface NoteProps {
  /** Severity: `bad` is an incident, `warn` wants attention; without it a note only informs. */
  readonly tone?: 'bad' | 'warn'
  /** The matter in a few words. */
  readonly lead?: ReactNode
  readonly children?: ReactNode
  /** Actions that deal with it. */
  readonly actions?: ReactNode
}

/** Shows something to know about the whole page: an incident, what is missing from it, or its date. */
export function Note({ tone, lead, children, actions }: NoteProps) {
  return (
    <div className={classes.note} data-tone={tone} role={tone === 'bad' ? 'alert' : 'note'}>
      <p>
        {lead && <strong>{lead}</strong>}
        {lead && children && ' '}
        {children}
      </p>
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  )
}
