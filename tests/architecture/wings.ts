import type { Edge } from './import-graph'

/** Rooms large enough to have wings: each wing with those that it may import. */
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

/**
 * Returns a message if an import leads from a wing to one that it may not import, or if a folder is not a
 * wing of its room.
 */
export function wingRule({ from, to = '' }: Edge): string | false {
  const room = Object.keys(WINGS).find((path) => from.startsWith(`${path}/`))
  const wings = room === undefined ? undefined : WINGS[room]
  if (!room || !wings || !to.startsWith(`${room}/`)) return false
  const [importer, imported] = [wingOf(room, from), wingOf(room, to)]
  // The index imports all wings, and no wing imports it.
  if (importer === undefined) return false
  if (imported === undefined) return `a wing of ${room} may not know what stands over all wings`
  const known = wings[importer]
  if (!known) return `${room}/${importer} is no wing (tests/architecture/wings.ts)`
  return importer !== imported && !known.includes(imported) && `${importer} may not know ${imported} (wings)`
}

/** Returns a file's folder within its room; undefined for a file directly in the room, such as its index. */
const wingOf = (room: string, path: string): string | undefined =>
  /^([^/]+)\//.exec(path.slice(room.length + 1))?.[1]
