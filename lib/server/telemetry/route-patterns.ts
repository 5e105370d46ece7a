/**
 * Finds the pattern of an address, such as `/[team]/keys/[id]`, because an address itself must never become a label or
 * appear in a line.
 */
export type RouteFinder = (url: string) => string

/** Pattern of what is neither page nor route. Each other name stands for many addresses. */
const OTHER = 'other'
const FOLDERS: readonly (readonly [start: string, name: string])[] = [
  ['/_next/static/', '/_next/static'],
  ['/_next/', '/_next'],
  ['/gateway/', '/gateway'],
]

/** Creates the finder for these patterns, as Next names them. */
export function findRoutes(patterns: readonly string[]): RouteFinder {
  // A fixed step takes precedence over a placeholder: `/api/health` is not a team.
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

/** Returns whether a step stands for any number of steps, or none. */
const isMaybeMany = (step: string): boolean => step.startsWith('[[...')

function expressionOf(pattern: string): RegExp {
  const steps = stepsOf(pattern).map((step) => {
    if (isMaybeMany(step)) return '(?:/.+)?'
    if (step.startsWith('[...')) return '/.+'
    return step.startsWith('[') ? '/[^/]+' : `/${step.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`
  })
  return new RegExp(steps.length === 0 ? '^/$' : `^${steps.join('')}$`)
}
