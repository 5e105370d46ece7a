import { problemTitle } from '@/components/runs/problem-alert'
import type { ProviderTest } from '@/lib/collect/runs'
import { formatCredits, formatWithUnit, joinWithAnd, OPERATIONS, type Operation } from '@/lib/kernel'
import { PROVIDER_FIELDS } from './fields'
import type { ProviderTexts } from './typed-values'

type Step = ProviderTest['steps'][number]

/** Describes the result at one path. */
export const describeStep = ({ problem }: Step): string =>
  problem === null ? 'Items arrived' : problemTitle(problem.kind)

export const describeStepCharge = ({ problem }: Step): string =>
  problem === null ? 'For its items' : problem.charged === 'no' ? 'No' : 'Unknown, as on the ledger'

const UNITS = {
  seconds: 'seconds',
  milliseconds: 'milliseconds',
  date: 'a date, which is understood as it is',
  unclear: 'unclear: seconds or milliseconds',
} as const

/** Describes the likely unit of the retry-after header, if one was seen. */
export function describeRetryAfter({ retryAfter, provoked }: ProviderTest): string {
  const tried = provoked ? ` ${provoked.refused} of ${provoked.calls} calls were refused.` : ''
  if (retryAfter) return `It seems to be ${UNITS[retryAfter.unit]} (seen: ${retryAfter.example}).${tried}`
  return `None was seen, so its unit is unknown.${tried}`
}

/** Describes where an answer states its charge. */
export function describeFoundCharge(
  charge: NonNullable<ProviderTest['pages'][number]['findings']>['charge'],
): string {
  if (!charge) return 'The answer does not state its charge.'
  return `The ${charge.where} ${charge.name} says ${formatCredits(charge.nano)}.`
}

/** Describes where the next page's cursor is read, and what says that there is one. */
export function describeNextPage(operation: Operation, suggestion: ProviderTest['suggestion']): string {
  const [read, more] = [suggestion[`${operation}.cursor.read`], suggestion[`${operation}.cursor.more`]]
  const says = typeof more === 'string' ? `; ${more} says whether there is more` : ''
  return typeof read === 'string' ? `The next page’s cursor is read from ${read}${says}.` : ''
}

type Page = ProviderTest['pages'][number]

/** Describes what the balance says about the price. */
export function describeBalanceFall({ items, fellNano }: Page): string | null {
  if (fellNano === null || items === 0) return null
  if (fellNano === 0n) return 'The balance has not fallen yet, so it shows no price.'
  if (fellNano < 0n) return 'The balance rose meanwhile, so it shows no price.'
  const each = fellNano % BigInt(items) === 0n ? `, ${formatCredits(fellNano / BigInt(items))} for each` : ''
  return `The balance fell by ${formatWithUnit(fellNano)}${each}, if nobody else used the wallet meanwhile.`
}

/** Returns what a test has not found, each with what to do; empty if it has found everything requested. */
export const listMissingFindings = ({ pages, steps }: Pick<ProviderTest, 'pages' | 'steps'>): string[] =>
  pages.flatMap((page) => {
    const { label, subject } = OPERATIONS[page.operation]
    const tried = steps.filter(({ operation }) => operation === page.operation)
    if (page.findings === null || page.findings.fields === null) {
      if (tried.some(({ problem }) => problem === null))
        return [`${label}: the list was empty, which shows nothing. Try another ${subject}.`]
      const last = tried.at(-1)?.problem
      if (last && !['not_found', 'bad_request'].includes(last.kind)) return [`${label}: ${last.message}`]
      return [
        `${label}: no items came from ${tried.length === 1 ? 'its path' : `any of ${tried.length} places`}. Check the ${subject}${page.operation === 'timeline' ? '' : ', set the path in the form, or paste an example request'}.`,
      ]
    }
    const { fields } = page.findings
    const needed = OPERATIONS[page.operation].itemKind === 'people' ? PEOPLE_NEED : POSTS_NEED
    const lacking = needed
      .filter((name) => fields[name] === null)
      .map((name) => `“${ITEM_PART_LABELS[name]}”`)
    return lacking.length === 0
      ? []
      : [
          `${label}: no field was found for ${lacking.join(', ')}. Choose it among the values of the example item.`,
        ]
  })

export const ITEM_PART_LABELS = {
  id: 'Id',
  text: 'Text',
  author: 'Author',
  handle: 'Handle',
  name: 'Name',
  time: 'Time',
  link: 'Link',
} as const

const POSTS_NEED = ['id', 'text', 'time'] as const
const PEOPLE_NEED = ['id', 'handle'] as const

type Findings = NonNullable<ProviderTest['pages'][number]['findings']>

/** Returns each part of an item with the field that seems to hold it. */
export const itemPartRows = ({ fields }: Findings) =>
  Object.entries(ITEM_PART_LABELS).map(([name, label]) => {
    const found = Object.entries(fields ?? {}).find(([each]) => each === name)?.[1] ?? null
    return { label, path: found?.path ?? 'Not found', example: found?.example ?? '' }
  })

/** Returns the labels of the fields that differ between two states of the form. */
export const changedFieldLabels = (before: ProviderTexts, after: ProviderTexts): string[] =>
  PROVIDER_FIELDS.filter(({ name }) => before[name] !== after[name]).map(({ label }) => label)

/** Says what a test's findings did to the form; empty if it found nothing. */
export function describeFilledForm(hasFindings: boolean, changed: readonly string[]): string {
  if (!hasFindings) return ''
  if (changed.length === 0) return 'Everything found matches the form already, so nothing was changed.'
  const names = changed.map((label) => `“${label}”`)
  return `The form under Advanced was filled with what was found: ${joinWithAnd(names)}. Review it and save it.`
}

export type ItemPart = keyof typeof ITEM_PART_LABELS

const namesIn = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

/**
 * Returns the form's values once a person has said that the value at a path is a certain part of an item: the path
 * comes first. The handle and name of an author are named within the author's object, if the form names one.
 */
export function assignItemPart(texts: ProviderTexts, part: ItemPart, path: string): ProviderTexts {
  const holder = namesIn(texts['fields.author'] ?? '').find((author) => path.startsWith(`${author}.`))
  const isInside = (part === 'handle' || part === 'name') && holder !== undefined
  const name = isInside ? path.slice(holder.length + 1) : path
  const field = `fields.${part}`
  const others = namesIn(texts[field] ?? '').filter((each) => each !== name)
  return { ...texts, [field]: [name, ...others].join(', ') }
}
