import { PRIORITIES, type Priority } from '@/lib/kernel'
import type { LoggedEvent } from '@/lib/upstream/pacing'

export type Shape = 'diamond' | 'circle' | 'square' | 'triangle' | 'cross'

/** Heights in pixels: a strip for refusals, then a row for each priority. */
export const STRIP_HEIGHT = 24
export const ROW_HEIGHT = 44
export const ROAD_HEIGHT = STRIP_HEIGHT + ROW_HEIGHT * PRIORITIES.length

/** Delay of the drawing, so that each call is reported before it passes the gate. */
export const LAG_MS = 500

const CLOSEST_PX = 8
const MAX_TRACKS = 5
const TRACK_PX = 7
const MIN_PX = 1.4
const MAX_PX = 5

/** The scale of a road: how much time fits on it, and on how many tracks a row's calls are spread. */
export interface Road {
  readonly windowMs: number
  readonly pxPerMs: number
  readonly tracks: number
  readonly radius: number
}

/**
 * Returns a road of a width for a pack's rate: slow packs show ten seconds, fast ones less, so that calls can be told
 * apart.
 */
export function roadFor(widthPx: number, packRate: number): Road {
  const windowMs = Math.min(10_000, Math.max(2500, 60_000 / packRate))
  const pxPerMs = widthPx / windowMs
  const spacingPx = (pxPerMs * 1000) / packRate
  const tracks = Math.min(MAX_TRACKS, Math.max(1, Math.ceil(CLOSEST_PX / Math.max(spacingPx, 0.01))))
  const radius = Math.min(MAX_PX, Math.max(MIN_PX, 0.4 * spacingPx * tracks))
  return { windowMs, pxPerMs, tracks, radius }
}

/** Returns how far a moment lies past the gate at the moment `origin`; negative before it has passed. */
export const xAt = (road: Road, atMs: number, origin: number): number => (origin - atMs) * road.pxPerMs

/** Returns the calls of one priority on the road, as the `d` of one path: one element, however many they are. */
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

/** Returns the refusals on the road, as the `d` of one path. */
export const refusedPath = (road: Road, events: readonly LoggedEvent[], origin: number): string =>
  events
    .filter(({ kind, atMs }) => kind === 'refused' && isOn(road, atMs, origin))
    .map(({ atMs }) => shapeAt('cross', xAt(road, atMs, origin), STRIP_HEIGHT / 2, 4))
    .join('')

/** Returns the pauses on the road: where each begins and how wide it is. */
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

/** Returns whether a moment may still be seen: the drawing lags behind what is known. */
const isOn = ({ windowMs }: Road, atMs: number, origin: number): boolean => origin - atMs < windowMs + LAG_MS

/** Returns the last moment on the road or still to come, since a pause reaches ahead of its event. 0 for none. */
export const lastMoment = (events: readonly LoggedEvent[]): number =>
  events.reduce((last, each) => Math.max(last, each.atMs + (each.kind === 'paused' ? each.forMs : 0)), 0)

/** Returns one mark as a part of a path. */
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
