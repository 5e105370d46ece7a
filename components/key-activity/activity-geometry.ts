import { PRIORITIES, type Priority } from '@/lib/kernel'
import type { LoggedEvent } from '@/lib/upstream/pacing'

export type Shape = 'diamond' | 'circle' | 'square' | 'triangle' | 'cross'

/** Heights in pixels: a strip for refusals, then a row for each priority. */
export const STRIP_HEIGHT = 24
export const ROW_HEIGHT = 44
export const ROAD_HEIGHT = STRIP_HEIGHT + ROW_HEIGHT * PRIORITIES.length

/** What is drawn lags by this, so that each call has been told before it comes through the gate. */
export const LAG_MS = 500

const CLOSEST_PX = 8
const MOST_TRACKS = 5
const TRACK_PX = 7
const SMALLEST_PX = 1.4
const LARGEST_PX = 5

/** How a road is drawn: how much time fits on it, and on how many tracks a row's calls are spread. */
export interface Road {
  readonly windowMs: number
  readonly pxPerMs: number
  readonly tracks: number
  readonly radius: number
}

/** A road of a width for a pack's rate: slow packs show ten seconds, fast ones less, so that calls can be told apart. */
export function roadFor(widthPx: number, packRate: number): Road {
  const windowMs = Math.min(10_000, Math.max(2500, 60_000 / packRate))
  const pxPerMs = widthPx / windowMs
  const spacingPx = (pxPerMs * 1000) / packRate
  const tracks = Math.min(MOST_TRACKS, Math.max(1, Math.ceil(CLOSEST_PX / Math.max(spacingPx, 0.01))))
  const radius = Math.min(LARGEST_PX, Math.max(SMALLEST_PX, 0.4 * spacingPx * tracks))
  return { windowMs, pxPerMs, tracks, radius }
}

/** How far a moment lies behind the gate at the moment `origin`; negative while it has not come through yet. */
export const xAt = (road: Road, atMs: number, origin: number): number => (origin - atMs) * road.pxPerMs

/** The calls of one priority that are on the road, as the `d` of one path: one element, however many they are. */
export function sentPath(
  road: Road,
  events: readonly LoggedEvent[],
  priority: Priority,
  shape: Shape,
  origin: number,
): string {
  const centre = STRIP_HEIGHT + ROW_HEIGHT * (PRIORITIES.indexOf(priority) + 0.5)
  return events
    .filter((each) => each.kind === 'sent' && each.priority === priority && isOn(road, each.atMs, origin))
    .map(({ seq, atMs }) => {
      const track = (seq % road.tracks) - (road.tracks - 1) / 2
      return shapeAt(shape, xAt(road, atMs, origin), centre + track * TRACK_PX, road.radius)
    })
    .join('')
}

/** The refusals on the road, as the `d` of one path. */
export const refusedPath = (road: Road, events: readonly LoggedEvent[], origin: number): string =>
  events
    .filter(({ kind, atMs }) => kind === 'refused' && isOn(road, atMs, origin))
    .map(({ atMs }) => shapeAt('cross', xAt(road, atMs, origin), STRIP_HEIGHT / 2, 4))
    .join('')

/** The pauses on the road: where each begins and how wide it is. */
export const pausesOn = (
  road: Road,
  events: readonly LoggedEvent[],
  origin: number,
): { readonly key: number; readonly x: number; readonly width: number }[] =>
  events.flatMap((each) => {
    if (each.kind !== 'paused' || !isOn(road, each.atMs + each.forMs, origin)) return []
    const width = each.forMs * road.pxPerMs
    return [{ key: each.seq, x: xAt(road, each.atMs, origin) - width, width }]
  })

/** Whether a moment may still be seen: what is drawn lags behind what is known. */
const isOn = ({ windowMs }: Road, atMs: number, origin: number): boolean => origin - atMs < windowMs + LAG_MS

/** The last moment that is on the road or still to come: a pause reaches ahead of what was told of it. 0 for none. */
export const lastMoment = (events: readonly LoggedEvent[]): number =>
  events.reduce((last, each) => Math.max(last, each.atMs + (each.kind === 'paused' ? each.forMs : 0)), 0)

/** One mark as a piece of a path. */
export function shapeAt(shape: Shape, x: number, y: number, r: number): string {
  const [px, py] = [round(x), round(y)]
  switch (shape) {
    case 'diamond':
      return `M${px} ${round(y - 1.3 * r)}l${1.3 * r} ${1.3 * r}l${-1.3 * r} ${1.3 * r}l${-1.3 * r} ${-1.3 * r}z`
    case 'circle':
      return `M${round(x - r)} ${py}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`
    case 'square':
      return `M${round(x - r)} ${round(y - r)}h${2 * r}v${2 * r}h${-2 * r}z`
    case 'triangle':
      return `M${px} ${round(y - 1.2 * r)}l${1.2 * r} ${2.2 * r}h${-2.4 * r}z`
    case 'cross':
      return `M${round(x - r)} ${round(y - r)}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}`
  }
}

const round = (px: number): number => Math.round(px * 10) / 10
