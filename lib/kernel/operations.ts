/** The operations that can be read page by page, as rows, forms and the provider name them. */
export const OPERATION_NAMES = ['timeline', 'search', 'followers'] as const
export type Operation = (typeof OPERATION_NAMES)[number]

/**
 * Name under which a call is recorded on the ledger: a list's, or the one that a provider gives to a further path. Any
 * text is possible, because rows outlive providers.
 */
export type OperationName = string

/** Name of the look-up of a user's numeric id on the ledger. */
export const LOOK_UP_OPERATION: OperationName = 'User look-up'

/** The kinds of subject of an operation: a user, or words to search for. */
export const SUBJECT_KINDS = ['user', 'query'] as const
export type SubjectKind = (typeof SUBJECT_KINDS)[number]

export interface SubjectFacts {
  readonly label: string
  /** Label of its field where a provider is tried. */
  readonly tryLabel: string
  /** Message for a missing subject. */
  readonly missing: string
}

export const SUBJECTS: Readonly<Record<SubjectKind, SubjectFacts>> = {
  user: { label: 'User', tryLabel: 'User to test with', missing: 'Name a user whose list to read.' },
  query: {
    label: 'Query',
    tryLabel: 'Words to search for',
    missing: 'Give the search some words to look for.',
  },
}

/** Builds a record with one value per kind of subject. */
export const bySubject = <T>(of: (kind: SubjectKind) => T): Readonly<Record<SubjectKind, T>> => ({
  user: of('user'),
  query: of('query'),
})

/** A record with one value per operation. */
export type ByOperation<T> = Readonly<Record<Operation, T>>

/** Facts about the pages of an operation, and the words for it. */
export interface OperationFacts {
  /** Maximum number of items that can be requested per page. */
  readonly maximum: number
  readonly subject: SubjectKind
  readonly itemKind: 'posts' | 'people'
  /** Order of its items: newest first always, newest first only for searches with the order `Latest`, or another. */
  readonly order: 'time' | 'time-if-latest' | 'other'
  readonly label: string
  /** Label in the plural: "Timelines". */
  readonly plural: string
  /** Noun for a sentence: "a timeline". */
  readonly noun: string
  /** Noun for one of its items: "a timeline’s item". */
  readonly item: string
  /** Words before the subject: "Timeline of". */
  readonly before: string
  /** Hint on what to enter as the subject. */
  readonly hint: string
}

export const OPERATIONS: ByOperation<OperationFacts> = {
  timeline: {
    maximum: 100,
    subject: 'user',
    itemKind: 'posts',
    order: 'time',
    label: 'Timeline',
    plural: 'Timelines',
    noun: 'a timeline',
    item: 'a timeline’s item',
    before: 'Timeline of',
    hint: 'Whose posts to read, newest first.',
  },
  search: {
    maximum: 50,
    subject: 'query',
    itemKind: 'posts',
    order: 'time-if-latest',
    label: 'Search',
    plural: 'Searches',
    noun: 'a search',
    item: 'a search’s item',
    before: 'Search for',
    hint: 'What to search for, as the API understands it.',
  },
  followers: {
    maximum: 200,
    subject: 'user',
    itemKind: 'people',
    order: 'other',
    label: 'Followers',
    plural: 'Followers',
    noun: 'followers',
    item: 'a follower',
    before: 'Followers of',
    hint: 'Whose followers to list.',
  },
}

/** Minimum size of a page as sold: about 20 items. */
export const MIN_PAGE_SIZE = 20

/** Builds a record with one value per operation. */
export const byOperation = <T>(of: (operation: Operation) => T): ByOperation<T> => ({
  timeline: of('timeline'),
  search: of('search'),
  followers: of('followers'),
})

/** Returns the first operation that takes such a subject. */
export const firstOperationFor = (kind: SubjectKind): Operation =>
  OPERATION_NAMES.find((name) => OPERATIONS[name].subject === kind) ?? OPERATION_NAMES[0]

/** Returns the entries that a record has for operations, in the record's own order. */
export function operationEntries<Name extends OperationName, T>(
  record: {
    readonly [Each in Name]?: T
  },
): [Name, T][] {
  const entries: [Name, T][] = []
  // A plain loop, because this runs tens of thousands of times for a wallet's year.
  for (const name in record) {
    const value = record[name]
    if (value !== undefined) entries.push([name, value])
  }
  return entries
}

/** Number of items that an answer of a further path returns at most, in most services. */
const MAX_ANSWER = 100

/** Returns the largest count that can be requested per page. */
export const maxRequestCount = (operation: Operation): number => OPERATIONS[operation].maximum

/**
 * Returns the number of items to reserve for a page whatever its count: the maximum, but at least the smallest page.
 */
export const maxPageSize = (operation: OperationName): number =>
  isOperation(operation) ? Math.max(MIN_PAGE_SIZE, maxRequestCount(operation)) : MAX_ANSWER

/** Returns whether the items come newest first. */
export function isNewestFirstOrder({
  operation,
  product,
}: {
  operation: Operation
  product: string | null
}): boolean {
  const { order } = OPERATIONS[operation]
  return order === 'time' || (order === 'time-if-latest' && product !== 'Top')
}

/**
 * Describes a search in words: "Timeline of ada", "Search for coffee, latest", "Followers of ada and 99 more".
 */
export function describeSearch(asked: {
  operation: Operation
  subject: string
  product: string | null
  /** 1 by default; 0 for the run of one subject of many. */
  subjectCount?: number
}): string {
  const { operation, subject, product, subjectCount = 1 } = asked
  const more = subjectCount > 1 ? ` and ${subjectCount - 1} more` : ''
  return `${OPERATIONS[operation].before} ${subject}${more}${product ? `, ${product.toLowerCase()}` : ''}`
}

/** Returns the words for an operation on the ledger: a list’s own label, or the name of a further path. */
export const operationLabel = (name: OperationName): string =>
  isOperation(name) ? OPERATIONS[name].label : name

/** Returns the plural for the beginning of a sentence: "Timelines", "Calls of “Post by id”". */
export const operationPlural = (name: OperationName): string =>
  isOperation(name) ? OPERATIONS[name].plural : `Calls of “${name}”`

/** Returns the noun for a sentence: "a timeline", "a call of “Post by id”". */
export const operationNoun = (name: OperationName): string =>
  isOperation(name) ? OPERATIONS[name].noun : `a call of “${name}”`

/** Returns the noun for one item: "a follower", "an item of “Post by id”". */
export const operationItem = (name: OperationName): string =>
  isOperation(name) ? OPERATIONS[name].item : `an item of “${name}”`

export const isOperation = (text: string): text is Operation => Object.hasOwn(OPERATIONS, text)

/** Narrows the operation of a stored row. Throws if Purser has no such operation. */
export function narrowOperation<Row extends { readonly operation: string }>(
  row: Row,
): Omit<Row, 'operation'> & { operation: Operation } {
  const { operation } = row
  if (!isOperation(operation)) throw new Error(`There is no operation ${operation}`)
  return { ...row, operation }
}

/** Narrows the operations of the rows of a query. */
export const narrowOperations = async <Row extends { readonly operation: string }>(
  rows: PromiseLike<Row[]>,
) => (await rows).map((row) => narrowOperation(row))
