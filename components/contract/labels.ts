import type { ContractTest } from '@/lib/collect/runs'
import { formatCredits } from '@/lib/kernel'

type Step = ContractTest['steps'][number]

const PROBLEMS: Record<NonNullable<Step['problem']>['kind'], string> = {
  rate_limited: 'Too many requests',
  key_refused: 'The key was refused',
  wallet_empty: 'The wallet is empty',
  not_found: 'Nothing there for this key or user',
  bad_request: 'The request was not accepted',
  cursor_refused: 'The cursor was not accepted',
  upstream_down: 'The upstream failed',
  not_understood: 'The answer was not understood',
  out_of_reach: 'No whole answer',
  cancelled: 'Cancelled',
  key_disabled: 'The key is disabled',
  wallet_paused: 'The wallet is paused for a check',
  budget_stopped: 'A budget stops it',
  run_cap: 'The run’s cap stops it',
  stopping: 'Not sent: Purser is stopping',
}

/** The result at one place. */
export const describeStep = ({ problem }: Step): string =>
  problem === null ? 'Items arrived' : PROBLEMS[problem.kind]

export const describeStepCharge = ({ problem }: Step): string =>
  problem === null ? 'For its items' : problem.charged === 'no' ? 'No' : 'Unknown: it is on the ledger so'

const UNITS = {
  seconds: 'seconds',
  milliseconds: 'milliseconds',
  date: 'a date, which is understood as it is',
  unclear: 'unclear: seconds or milliseconds',
} as const

/** The likely unit of the retry-after header, if one was seen. */
export function describeRetryAfter({ retryAfter, provoked }: ContractTest): string {
  const tried = provoked ? ` ${provoked.refused} of ${provoked.calls} calls were refused.` : ''
  if (retryAfter) return `It seems to be ${UNITS[retryAfter.unit]} (seen: ${retryAfter.example}).${tried}`
  return `None was seen, so its unit is unknown.${tried}`
}

/** Where an answer states its charge. */
export function describeFoundCharge(
  charge: NonNullable<ContractTest['pages'][number]['findings']>['charge'],
): string {
  if (!charge) return 'The answer does not tell its charge.'
  return `The ${charge.where} ${charge.name} says ${formatCredits(charge.micro)}.`
}

const FIELDS = {
  id: 'Id',
  text: 'Text',
  author: 'Author',
  handle: 'Handle',
  name: 'Name',
  time: 'Time',
  link: 'Link',
} as const

type Findings = NonNullable<ContractTest['pages'][number]['findings']>

/** Each part of an item, with the field that seems to hold it. */
export const fieldRows = ({ fields }: Findings) =>
  Object.entries(FIELDS).map(([name, label]) => {
    const found = Object.entries(fields ?? {}).find(([each]) => each === name)?.[1] ?? null
    return { label, path: found?.path ?? 'Not found', example: found?.example ?? '' }
  })
