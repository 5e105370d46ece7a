import type { Edge } from './import-graph'

/** Rooms that are large enough to have wings: each wing with those that it may import. */
const WINGS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'lib/collect/runs': {
    core: [],
    purchase: ['core'],
    loop: ['core', 'purchase'],
    read: ['core'],
    'provider-test': ['core', 'purchase'],
  },
  'lib/money/ledger': {
    core: [],
    days: ['core'],
    sums: ['core', 'days'],
    retention: ['core', 'sums'],
    list: ['core'],
    check: ['core', 'days', 'sums', 'retention'],
  },
}

/** Says that an import leads from a wing to one that it may not know, or that a folder is no wing of its room. */
export function wingRule({ from, to = '' }: Edge): string | false {
  const room = Object.keys(WINGS).find((path) => from.startsWith(`${path}/`))
  const wings = room === undefined ? undefined : WINGS[room]
  if (!room || !wings || !to.startsWith(`${room}/`)) return false
  const [importer, imported] = [wingOf(room, from), wingOf(room, to)]
  // The index stands over all wings, and no wing looks back at it.
  if (importer === undefined) return false
  if (imported === undefined) return `a wing of ${room} may not know what stands over all wings`
  const known = wings[importer]
  if (!known) return `${room}/${importer} is no wing (tests/architecture/wings.ts)`
  return importer !== imported && !known.includes(imported) && `${importer} may not know ${imported} (wings)`
}

/** The folder of a file inside its room; undefined for a file that lies in the room itself, as its index does. */
const wingOf = (room: string, path: string): string | undefined =>
  /^([^/]+)\//.exec(path.slice(room.length + 1))?.[1]
