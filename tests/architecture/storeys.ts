/**
 * The storeys of lib/, lowest first. A storey imports only the storeys before it; those on one line do not import each
 * other. See docs/change/architecture.md.
 */
const STOREYS: readonly (readonly string[])[] = [
  ['kernel'],
  ['platform', 'sandbox'],
  ['teams'],
  ['money', 'upstream'],
  ['keys'],
  ['collect'],
  ['alerts'],
  ['api', 'gateway'],
  ['server'],
]

/** Storeys that are a single room. */
const ONE_ROOM = ['kernel', 'sandbox', 'api', 'gateway']
/**
 * The sandbox stands in for a third party's service: it imports only the kernel, and only what starts it imports the
 * sandbox.
 */
const STRANGER = 'sandbox'
const KNOW_THE_STRANGER = ['server']

const heightOf = (storey: string): number => STOREYS.findIndex((names) => names.includes(storey))

export const isStorey = (name: string): boolean => heightOf(name) >= 0

/** Returns the storey of a file of lib/; undefined for files elsewhere. */
export const storeyOf = (path: string): string | undefined => /^lib\/([^/]+)\//.exec(path)?.[1]

/**
 * Returns the room of a file of lib/ as a path from the root, such as "lib/money/ledger"; undefined outside any room.
 */
export function roomOf(path: string): string | undefined {
  const [, storey = '', rest = ''] = /^lib\/([^/]+)\/(.+)$/.exec(path) ?? []
  if (ONE_ROOM.includes(storey)) return `lib/${storey}`
  const room = /^([^/]+)\//.exec(rest)?.[1]
  return room === undefined ? undefined : `lib/${storey}/${room}`
}

/** Returns whether the storey `from` may import the storey `to`. */
export function mayImport(from: string, to: string): boolean {
  if (from === to) return true
  if (from === STRANGER) return to === 'kernel'
  if (to === STRANGER) return KNOW_THE_STRANGER.includes(from)
  return heightOf(from) > heightOf(to)
}
