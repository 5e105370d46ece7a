import { currentUnit, formatShortDay, toCredits } from '@/lib/kernel'
import { type Axis, axisFromZero, axisOfChanges, axisWidth, describeScaleStart } from '../ticks'
import type { WalletData } from './wallet-data'

/** Heights within the drawing, in pixels. */
const TOP = { marks: 30, balance: 46 }
const GAP = 38
const X_AXIS = 22

/** Maximum width of a phone, whose screen should hold the whole chart. */
const NARROW = 560
const heightsOf = (width: number) =>
  width < NARROW ? { balance: 94, spend: 46 } : { balance: 148, spend: 66 }

/** Returns the height of the whole drawing. */
export function plotHeight(width: number): number {
  const { balance, spend } = heightsOf(width)
  return TOP.balance + balance + GAP + spend + X_AXIS
}

/** Space on the right for half a date. */
const RIGHT = 14
/** Approximate width of a letter. */
export const LETTER_WIDTH = 6.2
/** Width of a letter in the widest fonts. */
const WIDE_LETTER = 6.9
const DATE_ROOM = 64
/** Gap between two dates. */
const DATE_GAP = 14
const DAY_MS = 86_400_000

export interface Panel {
  readonly axis: Axis
  readonly top: number
  readonly bottom: number
  y(value: number): number
}

export interface Geometry {
  readonly width: number
  readonly left: number
  readonly right: number
  readonly balance: Panel
  readonly spend: Panel
  /** Width of the name that begins the first line above the balance. */
  readonly nameRoom: number
  readonly marksY: number
  x(atMs: number): number
}

/** Computes all positions of a wallet's chart for a width. */
export function computeGeometry(data: WalletData, width: number): Geometry {
  const [fromMs, toMs] = [
    data.past[0]?.fromMs ?? data.nowMs,
    Math.max(data.past.at(-1)?.toMs ?? data.nowMs, data.coming.at(-1)?.atMs ?? 0),
  ]
  const balances = [
    ...(data.first ? [data.first.balance] : []),
    ...data.past.flatMap(({ balance }) => balance ?? []),
    ...(data.now === null ? [] : [data.now]),
    ...data.coming.flatMap(({ low, high }) => [low, high]),
  ]
  const spend = Math.max(0, ...data.past.map(({ spent }) => spent), ...data.before)
  const heights = heightsOf(width)
  const spendTop = TOP.balance + heights.balance + GAP
  const axes = [axisOfChanges(balances.length === 0 ? [0] : balances), axisFromZero(spend)] as const
  const [left, right] = [axisWidth(...axes), width - RIGHT]
  const balance = panelOf(axes[0], TOP.balance, heights.balance)
  return {
    width,
    left,
    right,
    balance,
    nameRoom: balancePanelTitle({ balance }).length * WIDE_LETTER + DATE_GAP,
    marksY: TOP.marks,
    x: (atMs) => left + ((right - left) * (atMs - fromMs)) / Math.max(1, toMs - fromMs),
    spend: panelOf(axes[1], spendTop, heights.spend),
  }
}

/** Names the panel of the balance: what it counts, and where its scale begins. */
export const balancePanelTitle = ({ balance }: Pick<Geometry, 'balance'>): string =>
  `Balance, ${currentUnit()}${describeScaleStart(balance.axis)}`

function panelOf(axis: Axis, top: number, height: number): Panel {
  const bottom = top + height
  return {
    axis,
    top,
    bottom,
    y: (value) => bottom - (height * (value - axis.low)) / (axis.high - axis.low || 1),
  }
}

/**
 * Returns the balance as a stepped line: it stays until the end of a stop, or until the moments at which it jumped, the
 * last of which includes what was spent. Gaps mark where it is not known.
 */
export function steppedPath(data: WalletData, { x, balance }: Geometry): string {
  const { past, nowMs, now, marks, first } = data
  let path = ''
  let isDrawn = false
  let level = 0
  for (const stop of past) {
    const jumps = marks.filter((mark) => isJump(mark) && mark.atMs >= stop.fromMs && mark.atMs < stop.toMs)
    const isPresent = stop.toMs > nowMs
    const value = isPresent && now !== null ? now : stop.balance
    if (stop.fromMs > nowMs) break
    if (value === null) {
      isDrawn = false
      continue
    }
    const [end, y] = [x(Math.min(stop.toMs, nowMs)), balance.y(value)]
    const last = jumps.pop()
    const step = last ? x(last.atMs) : end
    // The balance is not known before its first reading.
    if (first && !isDrawn && first.atMs >= stop.fromMs && first.atMs < stop.toMs) {
      path += `M${px(x(first.atMs))} ${px(balance.y(first.balance))}`
      isDrawn = true
      level = first.balance
    }
    for (const { atMs, nano } of isDrawn ? jumps : []) {
      level = Math.min(balance.axis.high, Math.max(balance.axis.low, level + toCredits(nano ?? 0n)))
      path += `H${px(x(atMs))}V${px(balance.y(level))}`
    }
    level = value
    path += isDrawn ? `H${px(step)}V${px(y)}H${px(end)}` : `M${px(x(stop.fromMs))} ${px(y)}H${px(end)}`
    isDrawn = true
  }
  return path
}

const isJump = ({ kind }: WalletData['marks'][number]): boolean => kind === 'outside' || kind === 'top-up'

/** Returns the forecast's band and its middle, from now on. */
export function forecastPaths({ coming, nowMs, now }: WalletData, { x, balance }: Geometry) {
  if (now === null || coming.length === 0) return null
  const start = `${px(x(nowMs))} ${px(balance.y(now))}`
  const at = (atMs: number, value: number) => `${px(x(atMs))} ${px(balance.y(value))}`
  const low = coming.map((one) => at(one.atMs, one.low))
  const high = coming.map((one) => at(one.atMs, one.high)).reverse()
  return {
    band: `M${[start, ...low, ...high].join('L')}Z`,
    middle: `M${[start, ...coming.map((one) => at(one.atMs, one.middle))].join('L')}`,
  }
}

export const px = (value: number): number => Math.round(value * 10) / 10

interface DateText {
  readonly text: string
  readonly start: number
}

/** Returns whether now is within the drawing. */
export const isNowShown = ({ nowMs }: WalletData, { x, right }: Geometry): boolean => x(nowMs) <= right + 1

/**
 * Returns the dates below the drawing, each centred under its bar: today, or the last day, and as many others as fit.
 */
export function dateLabels(data: WalletData, geometry: Geometry): DateText[] {
  const { x, left, width } = geometry
  const { past, coming, nowMs } = data
  const day = (at: number) => formatShortDay(new Date(at))
  const spans = [...past, ...coming.map(({ atMs }) => ({ fromMs: atMs, toMs: atMs + DAY_MS }))]
  const isNow = isNowShown(data, geometry)
  const present = isNow ? past.findLast(({ fromMs }) => fromMs <= nowMs) : past.at(-1)
  if (!present) return []
  const named = ({ fromMs, toMs }: (typeof spans)[number], text: string) => {
    const room = text.length * WIDE_LETTER
    const wanted = (x(fromMs) + x(toMs) - room) / 2
    return { text, start: Math.max(left, Math.min(wanted, width - room)), room }
  }
  const lastDay = day(isNow ? nowMs : present.fromMs)
  const today = width < NARROW ? 'today' : `today, ${lastDay}`
  const last = named(present, isNow ? today : lastDay)
  const [first, second] = spans
  const wide = first && second ? x(second.fromMs) - x(first.fromMs) : DATE_ROOM
  const every = Math.max(1, Math.ceil(DATE_ROOM / wide))
  // Counted from today, which is always named, so that the steps are even.
  const at = spans.indexOf(present)
  const others = spans
    .filter(
      ({ fromMs, toMs }, index) =>
        (index - at) % every === 0 && (x(fromMs) + x(toMs)) / 2 <= width - DATE_ROOM / 2,
    )
    .map((span) => named(span, day(span.fromMs)))
    .filter(
      ({ text, start, room }) =>
        text !== lastDay &&
        (start + room + DATE_GAP <= last.start || start >= last.start + last.room + DATE_GAP),
    )
  return [...others, last].map(({ text, start }) => ({ text, start }))
}
