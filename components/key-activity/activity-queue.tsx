'use client'

import { Text } from '@mantine/core'
import { formatCompact } from '@/lib/kernel'
import type { PacerFigures } from '@/lib/upstream/pacing'
import { shapeAt } from './activity-geometry'
import classes from './key-activity.module.css'
import { PRIORITY_ROWS } from './labels'

const MAX_SHOWN = 12
const STEP_PX = 9

/** Draws the calls that wait at the gate, a row for each priority: as many marks as fit, and the number. */
export function ActivityQueue({ figures }: { readonly figures: PacerFigures | null }) {
  return (
    <div className={classes.queue} aria-hidden="true">
      <Text size="xs" c="dimmed" className={classes.strip}>
        Waiting
      </Text>
      {PRIORITY_ROWS.map(({ key, label, shape }) => {
        const waiting = figures?.queue[key].waiting ?? 0
        const shown = Math.min(waiting, MAX_SHOWN)
        const marks = Array.from({ length: shown }, (_, place) =>
          shapeAt(shape, MAX_SHOWN * STEP_PX - place * STEP_PX - 5, 8, 3.4),
        )
        return (
          <div key={key} className={classes.queueRow}>
            <svg className={classes.key} width="14" height="14" aria-hidden="true">
              <path className={classes[key]} d={shapeAt(shape, 7, 7, 4.5)} />
            </svg>
            <div className={classes.queueName}>{label}</div>
            <svg className={classes.marks} width={MAX_SHOWN * STEP_PX} height="16" aria-hidden="true">
              <path className={classes[key]} d={marks.join('')} />
            </svg>
            <strong className={classes.count}>{formatCompact(waiting)}</strong>
          </div>
        )
      })}
    </div>
  )
}
