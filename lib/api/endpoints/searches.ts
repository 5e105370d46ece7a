import { z } from 'zod'
import {
  createSearch,
  createSearchInput,
  findSearches,
  findSearchesInput,
  getSearch,
  SEARCH_PLACE,
  type SearchView,
} from '@/lib/collect/searches'
import { OPERATION_NAMES } from '@/lib/kernel'
import { searchTextInput } from '@/lib/platform/input'
import { defineEndpoint } from '../endpoint'
import {
  afterPositionSchema,
  EXAMPLE_IDS,
  idSchema,
  listAnswerSchema,
  momentSchema,
  toApiView,
  withDescription,
  withSchemaName,
} from '../shapes'

const search = withSchemaName(
  'Search',
  z.object({
    id: idSchema,
    name: z.string(),
    operation: z.enum(OPERATION_NAMES),
    subject: withDescription(
      z.string(),
      'The user of a timeline or follower list, or the words of a search; the first of many.',
    ),
    subjectCount: withDescription(z.int(), 'How many users or words the search is for.'),
    product: z.enum(['Latest', 'Top']).nullable(),
    shared: withDescription(z.boolean(), 'A token sees shared searches, and those that it saved itself.'),
    keyChoice: z.enum(['environment', 'wallet', 'key']),
    environmentId: idSchema.nullable(),
    walletId: idSchema.nullable(),
    keyId: idSchema.nullable(),
    tags: z.array(z.string()),
    reuseSeconds: z.int(),
    version: withDescription(z.int(), 'Rises with each change of the question or the name.'),
    updatedAt: momentSchema,
  }),
)

const searchOf = (view: SearchView): z.output<typeof search> => toApiView(search, view, {})

const EXAMPLE: z.output<typeof search> = {
  id: EXAMPLE_IDS.searchId,
  name: 'Competitors',
  operation: 'timeline',
  subject: 'ada',
  subjectCount: 1,
  product: null,
  shared: true,
  keyChoice: 'environment',
  environmentId: EXAMPLE_IDS.environmentId,
  walletId: null,
  keyId: null,
  tags: ['weekly'],
  reuseSeconds: 0,
  version: 1,
  updatedAt: '2026-11-20T08:00:00.000Z',
}

/** Endpoints for saved searches. */
export const searchEndpoints = {
  listSearches: defineEndpoint({
    route: 'GET /searches',
    permission: 'searches:read',
    summary: 'Saved searches by name, 50 at a time',
    query: z.strictObject({
      text: withDescription(
        searchTextInput(100).default(''),
        'Only those whose name, tags or question contain it.',
      ),
      after: afterPositionSchema(SEARCH_PLACE),
    }),
    answer: listAnswerSchema(search),
    example: { query: { text: 'competitors' }, answer: { data: [EXAMPLE], next: null } },
    async handle({ ctx, query }) {
      const { searches, next } = await findSearches(ctx, findSearchesInput.parse(query))
      return { data: searches.map(searchOf), next }
    },
  }),
  getSearch: defineEndpoint({
    route: 'GET /searches/{searchId}',
    permission: 'searches:read',
    summary: 'One saved search',
    answer: search,
    example: { answer: EXAMPLE },
    handle: async ({ ctx, ids }) => searchOf(await getSearch(ctx, ids.searchId)),
  }),
  createSearch: defineEndpoint({
    route: 'POST /searches',
    permission: 'searches:write',
    summary: 'Saves a search; it costs nothing until it runs',
    body: z.strictObject(createSearchInput.shape),
    answer: search,
    status: 201,
    example: {
      body: {
        name: 'Competitors',
        operation: 'timeline',
        subject: 'ada',
        environmentId: EXAMPLE_IDS.environmentId,
        tags: ['weekly'],
      },
      answer: EXAMPLE,
    },
    async handle({ ctx, body, services }) {
      const { id } = await createSearch(ctx, body, { services: services.upstreams })
      return searchOf(await getSearch(ctx, id))
    },
  }),
}
