/**
 * The storeys of lib/, lowest first: a storey imports only storeys before it. Those of one line do not know each other.
 * See docs/change/architecture.md.
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

/** Storeys that are one room themselves. */
const ONE_ROOM = ['kernel', 'sandbox', 'api', 'gateway']
/** The sandbox stands for a stranger's service: it knows the kernel alone, and only what starts it knows the sandbox. */
const STRANGER = 'sandbox'
const KNOW_THE_STRANGER = ['server']

const heightOf = (storey: string): number => STOREYS.findIndex((names) => names.includes(storey))

export const isStorey = (name: string): boolean => heightOf(name) >= 0

/** The storey of a file of lib/, or undefined for files elsewhere. */
export const storeyOf = (path: string): string | undefined => /^lib\/([^/]+)\//.exec(path)?.[1]

/** The room of a file of lib/ as a path from the root: "lib/money/ledger"; undefined outside of every room. */
export function roomOf(path: string): string | undefined {
  const [, storey = '', rest = ''] = /^lib\/([^/]+)\/(.+)$/.exec(path) ?? []
  if (ONE_ROOM.includes(storey)) return `lib/${storey}`
  const room = /^([^/]+)\//.exec(rest)?.[1]
  return room === undefined ? undefined : `lib/${storey}/${room}`
}

/** Whether the storey `from` may import the storey `to`. */
export function mayImport(from: string, to: string): boolean {
  if (from === to) return true
  if (from === STRANGER) return to === 'kernel'
  if (to === STRANGER) return KNOW_THE_STRANGER.includes(from)
  return heightOf(from) > heightOf(to)
}
