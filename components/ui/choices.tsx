'use client'

import Link from 'next/link'
import classes from './segments.module.css'

interface ChoicesProps {
  /** Subject of the choice. */
  readonly label: string
  readonly choices: readonly { readonly label: string; readonly href: string; readonly isChosen: boolean }[]
}

/** Renders links of which one is chosen, looking like `Segments`: what a card shows, kept in the URL. */
export function Choices({ label, choices }: ChoicesProps) {
  return (
    <nav className={classes.segments} data-print="never" aria-label={label}>
      {choices.map(({ label: name, href, isChosen }) => (
        <Link
          key={href}
          href={href}
          prefetch={false}
          scroll={false}
          aria-current={isChosen ? 'true' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
