'use client'

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
