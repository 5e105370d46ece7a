'use client'

import { IconX } from '@tabler/icons-react'
import Link from 'next/link'
import classes from './sections.module.css'

interface FilterChipProps {
  /** Name of the filter, such as "Member". */
  readonly name: string
  readonly value: string
  /** Address of the page without this filter. */
  readonly without: string
}

/** Shows a filter that is set, with a link that removes it. */
export function FilterChip({ name, value, without }: FilterChipProps) {
  return (
    <span className={classes.chip}>
      {name} <b>{value}</b>
      <Link href={without} prefetch={false} scroll={false} aria-label={`Remove the filter ${name} ${value}`}>
        <IconX size={14} aria-hidden />
      </Link>
    </span>
  )
}
