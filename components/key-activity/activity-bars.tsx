'use client'

import { byPriority, PRIORITIES, type Priority } from '@/lib/kernel'
import { type ActivitySecond, SECONDS_SHOWN } from './activity-state'
import classes from './key-activity.module.css'
import { formatRate, PRIORITY_ROWS } from './labels'

interface ActivityBarsProps {
  readonly seconds: readonly ActivitySecond[]
  /** Current second of the server's clock: bars are for those before it. */
  readonly second: number
  readonly packRate: number
  /** In pixels. */
  readonly height: number
}

/** Draws the last half minute, a bar a second, against the pack's pace. Nothing else is drawn if motion is reduced. */
export function ActivityBars({ seconds, second, packRate, height }: ActivityBarsProps) {
  const bars = barsOf(seconds, second, packRate, height)
  const slot = 100 / bars.length
  return (
    <div className={classes.chart} aria-hidden="true" data-activity="bars">
      <div className={classes.scale} style={{ height, paddingTop: BARS_TOP }}>
        <span>{formatRate(packRate)}</span>
        <span>0</span>
      </div>
      <div className={classes.bars}>
        <svg width="100%" height={height} aria-hidden="true">
          <line className={classes.packLine} x1="0" x2="100%" y1={BARS_TOP} y2={BARS_TOP} />
          {bars.map(({ at, parts, refused }, index) => (
            <g key={at}>
              {PRIORITY_ROWS.map(({ key }) => (
                <rect
                  key={key}
                  className={classes[key]}
                  x={`${index * slot + slot * 0.14}%`}
                  width={`${slot * 0.72}%`}
                  y={parts[key].y}
                  height={parts[key].height}
                  rx="1.5"
                />
              ))}
              {refused > 0 && (
                <text
                  className={classes.refusedText}
                  x={`${(index + 0.5) * slot}%`}
                  y="9"
                  textAnchor="middle"
                >
                  ×
                </text>
              )}
            </g>
          ))}
        </svg>
      </div>
    </div>
  )
}

/** Distance from the top that the pack's full pace reaches, in pixels; refusals stand above it. */
const BARS_TOP = 12

interface Part {
  readonly y: number
  readonly height: number
}

export interface Bar {
  readonly at: number
  readonly parts: Readonly<Record<Priority, Part>>
  readonly refused: number
}

const NOTHING = { sent: byPriority(() => 0), refused: 0 }

/**
 * Returns a bar for each of the last complete seconds, oldest first, as in every chart, with its parts stacked from
 * the bottom.
 */
export function barsOf(
  seconds: readonly ActivitySecond[],
  second: number,
  packRate: number,
  height: number,
): Bar[] {
  const known = new Map(seconds.map((each) => [each.at, each]))
  const heightOf = (count: number) => (Math.min(count, packRate) / packRate) * (height - BARS_TOP)
  return Array.from({ length: SECONDS_SHOWN }, (_, index) => {
    const at = second - SECONDS_SHOWN + index
    const { sent, refused } = known.get(at) ?? NOTHING
    const parts = byPriority((priority): Part => {
      const below = PRIORITIES.slice(0, PRIORITIES.indexOf(priority)).map((each) => heightOf(sent[each]))
      const own = heightOf(sent[priority])
      return { y: height - below.reduce((sum, part) => sum + part, 0) - own, height: own }
    })
    return { at, parts, refused }
  })
}
