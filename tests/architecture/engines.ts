import type { Edge } from './import-graph'

/**
 * Packages that only a few places may import, so that replacing one changes only those. A place is a folder or a file.
 */
const ENGINES: Readonly<Record<string, readonly string[]>> = {
  'next-auth': ['app/_server'],
  'next-safe-action': ['app/_server', 'components/forms'],
  recharts: ['components/charts'],
  luxon: ['lib/platform/calendar'],
  undici: ['lib/upstream/client', 'lib/alerts/channels'],
  jose: ['lib/collect/runs'],
  nodemailer: ['lib/platform/mail'],
  bowser: ['lib/teams/accounts'],
  croner: ['lib/collect/schedules'],
  'lru-cache': ['lib/platform/cache'],
  'csv-stringify': ['lib/platform/csv'],
  standardwebhooks: ['lib/alerts/channels'],
}

/** Returns which places may import an engine if the importing file is in none of them. */
export function engineRule({ from, package: name = '' }: Edge): string | false {
  const places = Object.hasOwn(ENGINES, name) ? ENGINES[name] : undefined
  if (!places || places.some((place) => from === place || from.startsWith(`${place}/`))) return false
  return `only ${places.join(' and ')} may import ${name}`
}
