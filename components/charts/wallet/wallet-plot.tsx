'use client'

import { useElementSize, useHotkeys } from '@mantine/hooks'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { seriesColors } from '../chart-data'
import { ChartNote } from '../chart-frame'
import { computeGeometry, plotHeight } from './geometry'
import { BalancePanel, SpendPanel, Upright } from './panels'
import classes from './wallet.module.css'
import {
  type CrosshairPosition,
  crosshairPositions,
  crosshairPositionText,
  describeCrosshairPosition,
  type WalletData,
} from './wallet-data'

interface WalletPlotProps {
  readonly name: string
  readonly data: WalletData
}

/**
 * Draws a wallet's balance and, below it, its spend, on one time axis. One crosshair spans both, moved by pointer or
 * by the arrow keys; its position is described in words.
 */
export default function WalletPlot({ name, data }: WalletPlotProps) {
  const { ref, width } = useElementSize()
  const [index, setPlace] = useState<number | null>(null)
  const stops = crosshairPositions(data)
  const today = stops.findLastIndex(({ isComing }) => !isComing)
  const stop = index === null ? undefined : stops[index]
  const geometry = computeGeometry(data, Math.max(280, width))
  const height = plotHeight(geometry.width)
  useHotkeys([['Escape', () => setPlace(null)]])
  const point = (event: PointerEvent<HTMLDivElement>) => {
    const at = event.clientX - event.currentTarget.getBoundingClientRect().left
    const distances = stops.map(({ atMs }) => Math.abs(geometry.x(atMs) - at))
    setPlace(distances.indexOf(Math.min(...distances)))
  }
  const walk = (event: KeyboardEvent) => {
    const to = KEYS[event.key]?.(index ?? today, stops.length)
    if (to === undefined) return
    event.preventDefault()
    setPlace(Math.min(stops.length - 1, Math.max(0, to)))
  }
  return (
    <div
      ref={ref}
      // Until its width is known, it has the height of its place.
      className={`${classes.plot} ${width > 0 ? '' : classes.place}`}
      style={width > 0 ? { height } : undefined}
      role="slider"
      tabIndex={0}
      aria-label={`${name}: walk through it with the arrow keys`}
      aria-valuemin={1}
      aria-valuemax={stops.length}
      aria-valuenow={(index ?? today) + 1}
      aria-valuetext={crosshairPositionText(data, stop ?? stops[today])}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => setPlace(null)}
      onBlur={() => setPlace(null)}
      onKeyDown={walk}
    >
      {width > 0 && (
        <svg width={geometry.width} height={height} viewBox={`0 0 ${geometry.width} ${height}`} aria-hidden>
          <BalancePanel data={data} geometry={geometry} />
          <SpendPanel data={data} geometry={geometry} colors={seriesColors(data.series)} />
          {stop && (
            <Upright
              className={classes.cross}
              at={geometry.x(stop.atMs)}
              y1={geometry.balance.top}
              y2={geometry.spend.bottom}
            />
          )}
        </svg>
      )}
      {stop && <StopNote data={data} stop={stop} at={geometry.x(stop.atMs)} width={geometry.width} />}
    </div>
  )
}

const KEYS: Readonly<Record<string, (index: number, many: number) => number>> = {
  ArrowLeft: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  ArrowDown: (index) => index - 1,
  ArrowUp: (index) => index + 1,
  PageUp: (index) => index - 7,
  PageDown: (index) => index + 7,
  Home: () => 0,
  End: (_, many) => many - 1,
}

interface StopNoteProps {
  readonly data: WalletData
  readonly stop: CrosshairPosition
  /** Its position, in pixels. */
  readonly at: number
  readonly width: number
}

const NOTE_WIDTH = 220

/** Describes the position of the crosshair, beside it. */
function StopNote({ data, stop, at, width }: StopNoteProps) {
  const { title, lines, marks } = describeCrosshairPosition(data, stop)
  const isAtRight = at + NOTE_WIDTH + 12 < width
  const left = isAtRight ? at + 12 : Math.max(0, at - NOTE_WIDTH - 12)
  return (
    <div className={classes.note} style={{ left, width: NOTE_WIDTH }} aria-hidden>
      <ChartNote title={title} rows={lines} marks={marks} />
    </div>
  )
}
