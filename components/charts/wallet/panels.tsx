import type { SVGProps } from 'react'
import { currentUnit, formatShortDay, unitTitle } from '@/lib/kernel'
import { axisTitle } from '../chart-data'
import charts from '../charts.module.css'
import { type MarkText, MarkTexts, markTextOf, ROW_HEIGHT } from '../mark-texts'
import { LABEL_GAP } from '../ticks'
import {
  balancePanelTitle,
  dateLabels,
  forecastPaths,
  type Geometry,
  isNowShown,
  LETTER_WIDTH,
  type Panel,
  px,
  steppedPath,
} from './geometry'
import classes from './wallet.module.css'
import type { WalletData, WalletMark } from './wallet-data'

interface PanelProps {
  readonly data: WalletData
  readonly geometry: Geometry
}

/** Draws the past and probable future balance, with its events. */
export function BalancePanel({ data, geometry }: PanelProps) {
  const { x, balance, marksY, left } = geometry
  const forecast = forecastPaths(data, geometry)
  const now = x(data.nowMs)
  const isNow = isNowShown(data, geometry)
  return (
    <g>
      <text x={left} y={marksY - ROW_HEIGHT} className={classes.name}>
        {balancePanelTitle(geometry)}
      </text>
      <Lines panel={balance} geometry={geometry} />
      {forecast && <path d={forecast.band} className={classes.band} />}
      {forecast && <path d={forecast.middle} className={classes.middle} />}
      {isNow && <Upright className={classes.today} at={now} y1={balance.top} y2={geometry.spend.bottom} />}
      <Marks data={data} geometry={geometry} />
      {/* Over the lines of marks, along which it may fall. */}
      <path d={steppedPath(data, geometry)} className={classes.balance} />
      {data.now !== null && isNow && <circle cx={px(now)} cy={px(balance.y(data.now))} r={3.5} />}
      <Empty data={data} geometry={geometry} />
    </g>
  )
}

/** Draws an upright line. */
export const Upright = ({ at, ...line }: SVGProps<SVGLineElement> & { readonly at: number }) => (
  <line x1={px(at)} x2={px(at)} {...line} />
)

/** Distance below which the signs of two events would cover each other. */
const MIN_DISTANCE = 12

/** Returns events in words, those of one kind that are near each other together, at the last of them. */
function markTexts({ marks }: WalletData, { x }: Geometry): MarkText[] {
  const groups: WalletMark[][] = []
  for (const mark of marks) {
    const near = groups.findLast(([first]) => first?.kind === mark.kind)
    const last = near?.at(-1)
    if (near && last && x(mark.atMs) - x(last.atMs) < MIN_DISTANCE) near.push(mark)
    else groups.push([mark])
  }
  return groups.flatMap((equal) => markTextOf(equal, x(equal.at(-1)?.atMs ?? 0)) ?? [])
}

/** Draws events at their lines. */
function Marks({ data, geometry }: PanelProps) {
  const { x, balance, marksY, left, right, nameRoom } = geometry
  return (
    <g>
      {data.marks.map(({ kind, atMs, text }) => (
        <Upright
          key={`${kind} ${atMs} ${text}`}
          className={classes.markLine}
          data-kind={kind}
          at={x(atMs)}
          y1={marksY + 5}
          y2={balance.bottom}
        />
      ))}
      <MarkTexts
        texts={markTexts(data, geometry)}
        left={left}
        right={right}
        upperLeft={left + nameRoom}
        y={marksY}
      />
    </g>
  )
}

/** Draws when the wallet is empty: the middle as a mark on the axis, and the band in words. */
function Empty({ data, geometry }: PanelProps) {
  const { x, balance, left, right, nameRoom } = geometry
  if (!data.empty || data.coming.length === 0 || data.empty.low === null) return null
  const { low, middle, high } = data.empty
  const day = (at: number) => formatShortDay(new Date(at))
  const at = middle === null ? right : Math.min(right, x(middle))
  const isBelow = axisHasZero(geometry)
  const words = middle === null ? `Empty after ${day(low)}` : `${day(middle)}: empty`
  const range = ` (likely ${high === null ? `after ${day(low)}` : `${day(low)} – ${day(high)}`})`
  const lastOf = (text: string) => right - text.length * LETTER_WIDTH
  // Below the panel if it fits, because the forecast's own line comes down there within it.
  const free = Math.max(x(data.nowMs) + 8, left + nameRoom)
  // On a phone the range does not fit; it also stands above the chart.
  const likely = lastOf(words + range) >= free ? range : ''
  const last = lastOf(words + likely)
  const isUnder = isBelow && last >= free
  const start = isUnder ? Math.max(free, Math.min(at, last)) : Math.min(at, last)
  const y = isUnder ? balance.bottom + 16 : balance.top + 14
  return (
    <g>
      {middle !== null && x(middle) <= right && isBelow && (
        <Upright className={classes.empty} at={at} y1={balance.bottom - 7} y2={balance.bottom + 4} />
      )}
      <text x={px(start)} y={px(y)} className={`${charts.mark} ${classes.halo}`} data-kind="outside">
        {words}
        <tspan>{likely}</tspan>
      </text>
    </g>
  )
}

const axisHasZero = ({ balance }: Geometry): boolean => balance.axis.low <= 0

interface SpendPanelProps {
  readonly data: WalletData
  readonly geometry: Geometry
  readonly colors: readonly string[]
}

const MAX_WIDTH = 28
/** The part of a slot that a bar takes, and the previous period's behind it: seen on both of its sides at any height. */
const BAR_PART = 0.5
const GHOST_PART = 0.84

/** Draws the spend in each stop, by series, in front of the previous period's. */
export function SpendPanel({ data, geometry, colors }: SpendPanelProps) {
  const { x, spend, left } = geometry
  return (
    <g>
      <text x={left} y={spend.top - 10} className={classes.name}>
        {axisTitle(unitTitle(), data.step, currentUnit())}
      </text>
      <Lines panel={spend} geometry={geometry} />
      {data.past.map((stop, index) => {
        const room = x(stop.toMs) - x(stop.fromMs)
        const width = Math.max(1, Math.min(MAX_WIDTH, room * BAR_PART))
        const ghost = (width * GHOST_PART) / BAR_PART
        const middle = x(stop.fromMs) + room / 2
        return (
          <g key={stop.fromMs}>
            <Bar
              x={middle - ghost / 2}
              width={ghost}
              top={spend.y(data.before[index] ?? 0)}
              bottom={spend.bottom}
              fill="var(--chart-ghost)"
            />
            <Stack
              data={data}
              geometry={geometry}
              colors={colors}
              place={index}
              width={width}
              x={middle - width / 2}
            />
          </g>
        )
      })}
      <line className={classes.base} x1={left} x2={geometry.right} y1={spend.bottom} y2={spend.bottom} />
      {dateLabels(data, geometry).map(({ text, start }) => (
        <text key={start} x={px(start)} y={spend.bottom + 16}>
          {text}
        </text>
      ))}
    </g>
  )
}

interface StackProps extends SpendPanelProps {
  readonly place: number
  readonly x: number
  readonly width: number
}

function Stack({ data, geometry: { spend }, colors, place, x, width }: StackProps) {
  let sum = 0
  return data.series.map(({ key, values }, order) => {
    const from = sum
    sum += values[place] ?? 0
    return (
      <Bar
        key={key}
        x={x}
        width={width}
        top={spend.y(sum)}
        bottom={spend.y(from)}
        fill={colors[order] ?? ''}
        gap={from > 0 ? 1 : 0}
      />
    )
  })
}

interface BarProps {
  readonly x: number
  readonly width: number
  readonly top: number
  readonly bottom: number
  readonly fill: string
  readonly gap?: number
}

function Bar({ x, width, top, bottom, fill, gap = 0 }: BarProps) {
  const height = bottom - top - gap
  return height <= 0 ? null : (
    <rect x={px(x)} y={px(top)} width={px(width)} height={px(height)} fill={fill} rx={1} />
  )
}

/** Draws a panel's grid, with the figures beside it. */
function Lines({ panel, geometry }: { readonly panel: Panel; readonly geometry: Geometry }) {
  return (
    <g>
      {panel.axis.ticks.map(({ value, text }) => (
        <g key={value}>
          <line
            className={classes.grid}
            x1={geometry.left}
            x2={geometry.right}
            y1={px(panel.y(value))}
            y2={px(panel.y(value))}
          />
          <text x={geometry.left - LABEL_GAP} y={px(panel.y(value) + 4)} textAnchor="end">
            {text}
          </text>
        </g>
      ))}
    </g>
  )
}
