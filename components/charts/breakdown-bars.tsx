'use client'

import { Group, Stack, Text } from '@mantine/core'
import { LinkTo } from '@/components/ui'
import { percent } from './chart-data'
import classes from './charts.module.css'
import { colorsOf } from './colors'

export interface BreakdownRow {
  readonly key: string
  readonly label: string
  /** A colour by name, as a series has it. */
  readonly color?: string | null
  /** What is read: the exact amount. */
  readonly text: string
  /** Part of the whole, 0 to 1. */
  readonly share: number
  /** Where the pages behind the bar are listed. */
  readonly href?: string
}

/** Horizontal bars of a whole's parts, the largest first. A list: its texts say all that its bars show. */
export function BreakdownBars({
  name,
  rows,
}: {
  readonly name: string
  readonly rows: readonly BreakdownRow[]
}) {
  const colors = colorsOf(rows)
  return (
    <Stack component="ul" gap="sm" aria-label={name} className={classes.list}>
      {rows.map(({ key, label, text, share, href }, place) => (
        <li key={key}>
          <Group justify="space-between" gap="xs" wrap="nowrap">
            {href ? (
              <LinkTo href={href} size="sm">
                {label}
              </LinkTo>
            ) : (
              <Text size="sm">{label}</Text>
            )}
            <Text size="sm">
              {text} · {percent(share)}
            </Text>
          </Group>
          <div className={classes.track} aria-hidden>
            <div className={classes.fill} style={{ width: `${share * 100}%`, background: colors[place] }} />
          </div>
        </li>
      ))}
    </Stack>
  )
}
