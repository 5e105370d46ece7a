'use client'

import classes from './lane.module.css'
import { BARS_TOP, barsOf } from './lane-bar-heights'
import type { LaneSecond } from './lane-state'
import { PRIORITIES } from './lane-words'

interface LaneBarsProps {
  readonly seconds: readonly LaneSecond[]
  /** The running second of the server's clock: bars are for those before it. */
  readonly second: number
  readonly packRate: number
  /** In pixels. */
  readonly height: number
}

/** The last half minute, a bar a second, against the pack's pace: all that is drawn where nothing may move. */
export function LaneBars({ seconds, second, packRate, height }: LaneBarsProps) {
  const bars = barsOf(seconds, second, packRate, height)
  const slot = 100 / bars.length
  return (
    <div className={classes.bars} aria-hidden="true" data-lane="bars">
      <svg width="100%" height={height} aria-hidden="true">
        <line className={classes.packLine} x1="0" x2="100%" y1={BARS_TOP} y2={BARS_TOP} />
        {bars.map(({ at, parts, refused }, place) => (
          <g key={at}>
            {PRIORITIES.map(({ key }) => (
              <rect
                key={key}
                className={classes[key]}
                x={`${place * slot + slot * 0.14}%`}
                width={`${slot * 0.72}%`}
                y={parts[key].y}
                height={parts[key].height}
                rx="1.5"
              />
            ))}
            {refused > 0 && (
              <text className={classes.refusedText} x={`${(place + 0.5) * slot}%`} y="9" textAnchor="middle">
                ×
              </text>
            )}
          </g>
        ))}
      </svg>
    </div>
  )
}
