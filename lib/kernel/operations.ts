/** What can be read page by page. Rows, forms and the provider name it so. */
export const OPERATION_NAMES = ['timeline', 'search', 'followers'] as const
export type Operation = (typeof OPERATION_NAMES)[number]

/**
 * By what name a call stands on the ledger: that of a list, or the one that a provider gives to a further path. Rows outlive
 * providers: any text may be one.
 */
export type OperationName = string

/** What the look-up of a user's numeric id is called on the ledger. */
export const LOOK_UP: OperationName = 'User look-up'

/** What an operation is asked about: a user, or words to search for. */
export const SUBJECT_KINDS = ['user', 'query'] as const
export type SubjectKind = (typeof SUBJECT_KINDS)[number]

export interface SubjectFacts {
  readonly label: string
  /** What its field is called where one is tried. */
  readonly tryLabel: string
  /** What to say where it is needed and was not given. */
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

/** The same for each kind of subject, worked out one by one. */
export const bySubject = <T>(of: (kind: SubjectKind) => T): Readonly<Record<SubjectKind, T>> => ({
  user: of('user'),
  query: of('query'),
})

/** Something of each operation. */
export type ByOperation<T> = Readonly<Record<Operation, T>>

/** What a page of an operation is, and the words for it. */
export interface OperationFacts {
  /** The most items that a page may be asked for (upstream-interface, Limits / Page size). */
  readonly maximum: number
  readonly subject: SubjectKind
  readonly holds: 'posts' | 'people'
  /** Whether its items come newest first; of a search only those of the order `Latest` do. */
  readonly order: 'time' | 'time-if-latest' | 'other'
  readonly label: string
  /** Several of them: "Timelines". */
  readonly plural: string
  /** As part of a sentence: "a timeline". */
  readonly noun: string
  /** One of its items: "a timeline’s item". */
  readonly item: string
  /** What stands before the subject: "Timeline of". */
  readonly before: string
  /** What to enter as its subject. */
  readonly hint: string
}

export const OPERATIONS: ByOperation<OperationFacts> = {
  timeline: {
    maximum: 100,
    subject: 'user',
    holds: 'posts',
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
    holds: 'posts',
    order: 'time-if-latest',
    label: 'Search',
    plural: 'Searches',
    noun: 'a search',
    item: 'a search’s item',
    before: 'Search for',
    hint: 'What to search for, as the upstream understands it.',
  },
  followers: {
    maximum: 200,
    subject: 'user',
    holds: 'people',
    order: 'other',
    label: 'Followers',
    plural: 'Followers',
    noun: 'followers',
    item: 'a follower',
    before: 'Followers of',
    hint: 'Whose followers to list.',
  },
}

/** The fewest items that a page is sold with: about 20 (upstream-interface, Limits / Page size). */
export const SMALLEST_PAGE = 20

/** The same for each operation, worked out one by one. */
export const byOperation = <T>(of: (operation: Operation) => T): ByOperation<T> => ({
  timeline: of('timeline'),
  search: of('search'),
  followers: of('followers'),
})

/** The first operation that is asked about such a subject. */
export const firstAbout = (kind: SubjectKind): Operation =>
  OPERATION_NAMES.find((name) => OPERATIONS[name].subject === kind) ?? OPERATION_NAMES[0]

/** What a record has of operations, in its own order. */
export function operationEntries<Name extends OperationName, T>(
  record: {
    readonly [Each in Name]?: T
  },
): [Name, T][] {
  const entries: [Name, T][] = []
  // By hand: it is asked tens of thousands of times for a wallet's year.
  for (const name in record) {
    const value = record[name]
    if (value !== undefined) entries.push([name, value])
  }
  return entries
}

/** As many items as an answer of a further path brings in most services. */
const LARGEST_ANSWER = 100

/** The largest count that a page may be asked for. */
export const maximumCount = (operation: Operation): number => OPERATIONS[operation].maximum

/** The items to reserve for a page whatever its count: the maximum, and never less than the smallest page. */
export const largestPage = (operation: OperationName): number =>
  isOperation(operation) ? Math.max(SMALLEST_PAGE, maximumCount(operation)) : LARGEST_ANSWER

/** Whether what is asked for comes newest first. */
export function isInOrderOfTime({
  operation,
  product,
}: {
  operation: Operation
  product: string | null
}): boolean {
  const { order } = OPERATIONS[operation]
  return order === 'time' || (order === 'time-if-latest' && product !== 'Top')
}

/** What is asked, in words: "Timeline of ada", "Search for coffee, latest", "Followers of ada". */
export function describeSearch(asked: {
  operation: Operation
  subject: string
  product: string | null
}): string {
  const { operation, subject, product } = asked
  return `${OPERATIONS[operation].before} ${subject}${product ? `, ${product.toLowerCase()}` : ''}`
}

/** The words for an operation on the ledger: a list’s own, or the name of a further path. */
export const operationLabel = (name: OperationName): string =>
  isOperation(name) ? OPERATIONS[name].label : name

/** Several calls of it, at the beginning of a sentence: "Timelines", "Calls of “Post by id”". */
export const operationPlural = (name: OperationName): string =>
  isOperation(name) ? OPERATIONS[name].plural : `Calls of “${name}”`

/** As part of a sentence: "a timeline", "a call of “Post by id”". */
export const operationNoun = (name: OperationName): string =>
  isOperation(name) ? OPERATIONS[name].noun : `a call of “${name}”`

/** One of its items: "a follower", "an item of “Post by id”". */
export const operationItem = (name: OperationName): string =>
  isOperation(name) ? OPERATIONS[name].item : `an item of “${name}”`

export const isOperation = (text: string): text is Operation => Object.hasOwn(OPERATIONS, text)

/** A row as it is stored, with its operation's name read. Throws where Purser has no such operation. */
export function withOperation<Row extends { readonly operation: string }>(
  row: Row,
): Omit<Row, 'operation'> & { operation: Operation } {
  const { operation } = row
  if (!isOperation(operation)) throw new Error(`There is no operation ${operation}`)
  return { ...row, operation }
}

/** The same for the rows of a query. */
export const withOperations = async <Row extends { readonly operation: string }>(rows: PromiseLike<Row[]>) =>
  (await rows).map((row) => withOperation(row))
