'use client'

import Link from 'next/link'
import { useId } from 'react'
import classes from './segments.module.css'

interface SegmentsProps {
  /** Subject of the choice, for people who cannot see it. */
  readonly label: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly value: string
  onChange(value: string): void
}

/**
 * Switches between a few ways to show the same. Mantine's measures its parts in the browser and weighs five times as
 * much.
 */
export function Segments({ label, choices, value, onChange }: SegmentsProps) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={classes.segments}>
      {choices.map((choice) => (
        <label key={choice.value}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </div>
  )
}

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
