import type { Operation, Role } from '@/lib/kernel'

/** Everybody and everything in an example. The person who loads it is its first member. */
export const EXAMPLE_ENVIRONMENTS = [
  { name: 'production', color: 'blue' },
  { name: 'staging', color: 'orange' },
  { name: 'development', color: 'teal' },
  { name: 'research', color: 'grape' },
]

export const EXAMPLE_PEOPLE: readonly { readonly name: string; readonly role: Role }[] = [
  { name: 'Grace Kim', role: 'admin' },
  { name: 'Omar Haddad', role: 'member' },
  { name: 'Lena Fischer', role: 'member' },
  { name: 'Tom Silva', role: 'viewer' },
]

export const EXAMPLE_WALLETS = ['Live account', 'Lab account'] as const

/** Keys, each with the index of its wallet and the name of its environment. */
export const EXAMPLE_KEYS = [
  {
    name: 'Live servers',
    wallet: 0,
    environment: 'production',
    prefix: 'xd_live_exA1',
    requestsPerSecond: 25,
  },
  { name: 'Test servers', wallet: 0, environment: 'staging', prefix: 'xd_live_exB2', requestsPerSecond: 25 },
  { name: 'Laptops', wallet: 1, environment: 'development', prefix: 'xd_live_exC3', requestsPerSecond: 10 },
  {
    name: 'Study notebooks',
    wallet: 1,
    environment: 'research',
    prefix: 'xd_live_exD4',
    requestsPerSecond: 10,
  },
]

interface ExampleSearch {
  readonly name: string
  readonly operation: Operation
  readonly subject: string
  readonly tags: readonly string[]
  /** Index of the key in whose environment it is run. */
  readonly key: number
  /** Index of its owner: 0 for the person who loads the example, then the people in order. */
  readonly owner: number
  /** Pages of a run by hand. */
  readonly pages: number
  /** Number of new items a day. If more are bought, some are bought again. */
  readonly newADay: number
  /** Hours of UTC at which its schedule runs; absent without a schedule. */
  readonly hours?: readonly number[]
}

/** Searches. The earlier ones are run by hand more often. */
export const EXAMPLE_SEARCHES: readonly ExampleSearch[] = [
  search('Brand mentions', 'search', 'acme OR #acme', ['brand'], {
    key: 0,
    owner: 1,
    pages: 5,
    newADay: 90,
    hours: [1, 7, 13, 19],
  }),
  search('Competitor launches', 'search', '"now available" rival', ['market'], {
    key: 0,
    owner: 2,
    pages: 6,
    newADay: 25,
  }),
  search('Support questions', 'search', 'acme help', ['support'], {
    key: 0,
    owner: 3,
    pages: 4,
    newADay: 60,
    hours: [5, 15],
  }),
  search('Our own posts', 'timeline', 'acme', ['brand'], { key: 1, owner: 1, pages: 3, newADay: 9 }),
  search('Chief executive', 'timeline', 'ada_acme', ['press'], { key: 0, owner: 2, pages: 3, newADay: 6 }),
  search('Press', 'search', 'acme review', ['press'], { key: 0, owner: 0, pages: 4, newADay: 15 }),
  search('Followers of Acme', 'followers', 'acme', ['audience'], {
    key: 3,
    owner: 3,
    pages: 6,
    newADay: 30,
    hours: [3],
  }),
  search('Conference', 'search', '#techweek', ['events'], { key: 1, owner: 2, pages: 5, newADay: 120 }),
  search('Followers of a rival', 'followers', 'rival', ['audience'], {
    key: 3,
    owner: 3,
    pages: 5,
    newADay: 40,
  }),
  search('Outages', 'search', 'acme down', ['support'], { key: 0, owner: 1, pages: 3, newADay: 8 }),
  search('Hiring', 'search', 'acme jobs', ['people'], { key: 2, owner: 2, pages: 3, newADay: 10 }),
  search('Experiments', 'timeline', 'test_account', ['trials'], { key: 2, owner: 0, pages: 2, newADay: 20 }),
]

/** Services that call through the gateway: in a burst once a day, or with some calls an hour in the daytime. */
export const EXAMPLE_SERVICES = [
  { name: 'Newsletter builder', key: 3, operation: 'timeline', burst: { hour: 6, calls: 30 } },
  { name: 'Status monitor', key: 0, operation: 'search', anHour: 2 },
] as const satisfies readonly ExampleService[]

interface ExampleService {
  readonly name: string
  readonly key: number
  readonly operation: Operation
  readonly burst?: { readonly hour: number; readonly calls: number }
  readonly anHour?: number
}

/** Number of items in a page. */
export const EXAMPLE_PAGE_ITEMS = { timeline: 20, search: 20, followers: 50 } as const

function search(
  name: string,
  operation: Operation,
  subject: string,
  tags: readonly string[],
  rest: Omit<ExampleSearch, 'name' | 'operation' | 'subject' | 'tags'>,
): ExampleSearch {
  return { name, operation, subject, tags, ...rest }
}
