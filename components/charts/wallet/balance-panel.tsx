import { formatShortDay } from '@/lib/kernel'
import { MARK_KINDS, MARK_NAMES, MARK_SIGNS } from '../mark-kinds'
import { balanceName, forecastPaths, type Geometry, isNowShown, LETTER, px, steppedPath } from './geometry'
import { Lines } from './lines'
import { placedTexts } from './placed-texts'
import classes from './wallet.module.css'
import type { WalletData } from './wallet-data'

interface PanelProps {
  readonly data: WalletData
  readonly geometry: Geometry
}

/** Draws the past and probable future balance, with its events. */
export function BalancePanel({ data, geometry }: PanelProps) {
  const { x, balance, titleY, left } = geometry
  const forecast = forecastPaths(data, geometry)
  const now = x(data.nowMs)
  const isNow = isNowShown(data, geometry)
  return (
    <g>
      <text x={left} y={titleY} className={classes.name}>
        {balanceName(geometry)}
      </text>
      <Lines panel={balance} geometry={geometry} />
      {forecast && <path d={forecast.band} className={classes.band} />}
      {forecast && <path d={forecast.middle} className={classes.middle} />}
      {isNow && (
        <line
          className={classes.today}
          x1={px(now)}
          x2={px(now)}
          y1={balance.top}
          y2={geometry.spend.bottom}
        />
      )}
      <Marks data={data} geometry={geometry} />
      {/* Over the lines of marks, along which it may fall. */}
      <path d={steppedPath(data, geometry)} className={classes.balance} />
      {data.now !== null && isNow && <circle cx={px(now)} cy={px(balance.y(data.now))} r={3.5} />}
      <Empty data={data} geometry={geometry} />
    </g>
  )
}

/** Draws events, in words where they fit, latest first; each has its sign and its line. */
function Marks({ data, geometry }: PanelProps) {
  const { x, balance, marksY } = geometry
  const marks = data.marks.toSorted(
    (a, b) => MARK_KINDS.indexOf(a.kind) - MARK_KINDS.indexOf(b.kind) || b.atMs - a.atMs,
  )
  const signed = marks.map((mark) => {
    const sign = MARK_SIGNS[mark.kind]
    return {
      ...mark,
      text: `${sign} ${mark.text}`,
      // The sign shows the kind, so the amount suffices.
      shorter: [`${sign} ${mark.text.replace(`${MARK_NAMES[mark.kind]} `, '')}`, sign],
      isBold: mark.kind === 'outside',
    }
  })
  return (
    <g>
      {signed.map(({ kind, atMs, text }) => (
        <line
          key={`${kind} ${atMs} ${text}`}
          className={classes.markLine}
          data-kind={kind}
          x1={px(x(atMs))}
          x2={px(x(atMs))}
          y1={marksY + 5}
          y2={balance.bottom}
        />
      ))}
      {placedTexts(signed, geometry).map(({ kind, atMs, text, start, y }) => (
        <text
          key={`${kind} ${atMs} ${start} ${y}`}
          className={classes.mark}
          data-kind={kind}
          x={px(start + 6)}
          y={y}
        >
          {text}
        </text>
      ))}
    </g>
  )
}

/** Draws when the wallet is empty: the middle as a mark on the axis, and the band in words. */
function Empty({ data, geometry }: PanelProps) {
  const { x, balance, left, right, nameRoom } = geometry
  if (!data.empty || data.coming.length === 0 || data.empty.low === null) return null
  const { low, middle, high } = data.empty
  const day = (at: number) => formatShortDay(new Date(at), data.timeZone)
  const until = high === null ? 'later' : day(high)
  const at = middle === null ? right : Math.min(right, x(middle))
  const isBelow = axisHasZero(geometry)
  const words = middle === null ? `Empty after ${day(low)}` : `${day(middle)}: empty`
  const range = ` (likely ${day(low)} – ${until})`
  const lastOf = (text: string) => right - text.length * LETTER
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
        <line
          className={classes.empty}
          x1={px(at)}
          x2={px(at)}
          y1={balance.bottom - 7}
          y2={balance.bottom + 4}
        />
      )}
      <text x={px(start)} y={px(y)} className={`${classes.mark} ${classes.halo}`} data-kind="outside">
        {words}
        <tspan>{likely}</tspan>
      </text>
    </g>
  )
}

const axisHasZero = ({ balance }: Geometry): boolean => balance.axis.low <= 0
