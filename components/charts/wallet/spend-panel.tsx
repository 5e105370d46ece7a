import { currentUnit, unitTitle } from '@/lib/kernel'
import { axisTitle } from '../axis-title'
import { datesShown, type Geometry, px } from './geometry'
import { Lines } from './lines'
import classes from './wallet.module.css'
import type { WalletData } from './wallet-data'

interface SpendPanelProps {
  readonly data: WalletData
  readonly geometry: Geometry
  readonly colors: readonly string[]
}

const MAX_WIDTH = 28
/** Offset by which the previous period shows behind a bar. */
const GHOST_SHIFT = 0.16

/** Draws the spend in each stop, by series, in front of the previous period's. */
export function SpendPanel({ data, geometry, colors }: SpendPanelProps) {
  const { x, spend, left } = geometry
  return (
    <g>
      <text x={left} y={spend.top - 10} className={classes.name}>
        {axisTitle(unitTitle(), data.step, currentUnit())}
      </text>
      <Lines panel={spend} geometry={geometry} />
      {data.past.map((stop, place) => {
        const room = x(stop.toMs) - x(stop.fromMs)
        const width = Math.max(1, Math.min(MAX_WIDTH, room * 0.64))
        const start = x(stop.fromMs) + (room - width) / 2
        return (
          <g key={stop.fromMs}>
            <Bar
              x={start - room * GHOST_SHIFT}
              width={width}
              top={spend.y(data.before[place] ?? 0)}
              bottom={spend.bottom}
              fill="var(--chart-ghost)"
            />
            <Stack data={data} geometry={geometry} colors={colors} place={place} width={width} x={start} />
          </g>
        )
      })}
      <line className={classes.base} x1={left} x2={geometry.right} y1={spend.bottom} y2={spend.bottom} />
      {datesShown(data, geometry).map(({ text, start }) => (
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
