import type { Outcome } from './check'

/** A check that was made, as the test runner reports it. */
export interface Result {
  readonly title: string
  /** Null if the check itself broke; then there are errors. */
  readonly outcome: Outcome | null
  readonly errors: readonly string[]
}

/** Returns in words what holds, what differs and which of the provider's fields would explain it. */
export function summaryOf(results: readonly Result[]): string {
  const inState = (state: Outcome['state']) => results.filter(({ outcome }) => outcome?.state === state)
  const broken = results.filter(({ outcome }) => outcome === null)
  const notes = results.flatMap(({ outcome }) => outcome?.notes ?? [])
  const items = Math.max(0, ...results.map(({ outcome }) => outcome?.itemsSpent ?? 0))
  return [
    section('Holds', inState('holds').map(titleOf)),
    section('Differs', inState('differs').map(differenceOf)),
    section('Not checked', byReason(inState('not checked'))),
    section(
      'Could not be run',
      broken.map(({ title, errors }) => `${title}\n    ${errors.join('\n    ')}`),
    ),
    section('Learnt', notes),
    `Items bought: ${items}, answers that were lost counted as full pages.`,
    verdictOf(inState('differs').length + broken.length, inState('not checked').length),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

const section = (name: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : [`${name}:`, ...lines.map((line) => `  ${line}`)].join('\n')

const titleOf = ({ title, outcome }: Result): string => outcome?.statement ?? title

const reasonOf = (result: Result): string => `${titleOf(result)}\n    ${result.outcome?.why ?? ''}`

/** Groups the checks by reason, because many may share one. */
function byReason(results: readonly Result[]): string[] {
  const reasons = new Set(results.map(({ outcome }) => outcome?.why ?? ''))
  return [...reasons].map((reason) => {
    const sharing = results.filter(({ outcome }) => outcome?.why === reason).map(titleOf)
    return [...sharing, `  ${reason}`].join('\n  ')
  })
}

function differenceOf(result: Result): string {
  const fields = result.outcome?.fields ?? []
  const hint = fields.length === 0 ? '' : `\n    The provider’s field ${fields.join(' or ')} may explain it.`
  return reasonOf(result) + hint
}

function verdictOf(differences: number, unchecked: number): string {
  if (differences > 0) return 'The client and this API do not agree yet.'
  return unchecked > 0 ? 'What could be checked holds.' : 'All of it holds.'
}
