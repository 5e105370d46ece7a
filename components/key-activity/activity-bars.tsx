'use client'

import { BARS_TOP, barsOf } from './activity-bar-heights'
import type { ActivitySecond } from './activity-state'
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
          {bars.map(({ at, parts, refused }, place) => (
            <g key={at}>
              {PRIORITY_ROWS.map(({ key }) => (
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
                <text
                  className={classes.refusedText}
                  x={`${(place + 0.5) * slot}%`}
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
