/** Finds the pattern of an address, such as `/[team]/keys/[id]`: an address itself never becomes a label or a line. */
export type RouteFinder = (url: string) => string

/** For what is no page and no route: each name stands for many addresses. */
const OTHER = 'other'
const FOLDERS: readonly (readonly [start: string, name: string])[] = [
  ['/_next/static/', '/_next/static'],
  ['/_next/', '/_next'],
  ['/gateway/', '/gateway'],
]

/** Makes the finder for these patterns, as Next names them. */
export function findRoutes(patterns: readonly string[]): RouteFinder {
  // A fixed step wins over a name for any: `/api/health` is no team.
  const known = [...patterns]
    .sort((a, b) => weightOf(a).localeCompare(weightOf(b)))
    .map((pattern) => ({ pattern, fits: expressionOf(pattern) }))
  return (url) => {
    const path = url.split('?', 1)[0] ?? ''
    const folder = FOLDERS.find(([start]) => path.startsWith(start))
    if (folder) return folder[1]
    const plain = path.length > 1 ? path.replace(/\/$/, '') : path
    return known.find(({ fits }) => fits.test(plain))?.pattern ?? OTHER
  }
}

const stepsOf = (pattern: string): string[] => pattern.split('/').filter((step) => step !== '')
const weightOf = (pattern: string): string =>
  stepsOf(pattern)
    .map((step) =>
      isMaybeMany(step) ? '3' : step.startsWith('[...') ? '2' : step.startsWith('[') ? '1' : '0',
    )
    .join('')

/** Any steps, or none. */
const isMaybeMany = (step: string): boolean => step.startsWith('[[...')

function expressionOf(pattern: string): RegExp {
  const steps = stepsOf(pattern).map((step) => {
    if (isMaybeMany(step)) return '(?:/.+)?'
    if (step.startsWith('[...')) return '/.+'
    return step.startsWith('[') ? '/[^/]+' : `/${step.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`
  })
  return new RegExp(steps.length === 0 ? '^/$' : `^${steps.join('')}$`)
}
