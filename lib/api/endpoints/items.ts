import { z } from 'zod'
import { exportInput, exportRun, exportSearch } from '@/lib/collect/exports'
import {
  findItemsByWords,
  itemsInput,
  listRunItems,
  listSearchItems,
  SEARCH_ITEMS_PLACE,
  searchItemsRange,
  WORDS_POSITION,
  wordsQuerySchema,
} from '@/lib/collect/runs'
import { defineEndpoint, defineFileEndpoint } from '../endpoint'
import {
  afterPositionSchema,
  daySchema,
  EXAMPLE_IDS,
  idSchema,
  limitSchema,
  listAnswerSchema,
  momentSchema,
  toApiView,
  withDescription,
  withSchemaName,
} from '../shapes'

const item = withSchemaName(
  'Item',
  z.object({
    id: withDescription(z.string(), 'The API’s own id.'),
    text: z.string(),
    author: z.object({
      id: z.string().nullable(),
      handle: z.string().nullable(),
      name: z.string().nullable(),
    }),
    createdAt: z.string().nullable(),
    link: z.string().nullable(),
    place: withDescription(z.int(), 'Its place in the run, from 0.'),
    isNew: withDescription(
      z.boolean(),
      'Whether no earlier run with this question had it; false in a first run.',
    ),
  }),
)

const searchItem = withSchemaName(
  'SearchItem',
  z.object({
    ...item.omit({ place: true, isNew: true }).shape,
    runId: withDescription(idSchema, 'The run that first brought it, of those whose items are stored.'),
    runAt: withDescription(momentSchema, 'When that run began.'),
    subject: withDescription(z.string(), 'What that run asked for.'),
  }),
)

const days = {
  from: withDescription(searchItemsRange.from, 'The first day of the runs, in the team’s time zone.'),
  to: withDescription(searchItemsRange.to, 'The last day.'),
}

const foundItem = withSchemaName(
  'FoundItem',
  item.omit({ place: true, isNew: true }).extend({
    boughtAt: withDescription(momentSchema, 'When it was first bought.'),
    runId: withDescription(idSchema, 'The run that bought it first.'),
    searchName: z.string(),
  }),
)

const { text, only, sort } = itemsInput.shape
const view = {
  text: withDescription(text, 'Only items whose text, author or note contains it.'),
  only: withDescription(only, 'Items that the team has hidden are in none but `hidden`.'),
  sort,
}
const PLACE = /^\d{1,10}$/

/** Endpoints for what runs found. */
export const itemEndpoints = {
  listItems: defineEndpoint({
    route: 'GET /runs/{runId}/items',
    permission: 'items:read',
    summary: 'Items of a run, filtered and in order',
    query: z.strictObject({ ...view, after: afterPositionSchema(PLACE), limit: limitSchema(100) }),
    answer: listAnswerSchema(item).extend({ total: z.int() }),
    example: {
      query: { sort: 'newest', limit: '2' },
      answer: {
        data: [
          {
            id: '1861234567890123456',
            text: 'Hello',
            author: { id: '12', handle: 'ada', name: 'Ada' },
            createdAt: '2026-11-24T09:00:00.000Z',
            link: null,
            place: 0,
            isNew: true,
          },
        ],
        next: null,
        total: 1,
      },
    },
    async handle({ ctx, ids: { runId }, query: { after = '0', limit: count, ...view } }) {
      const from = Number(after)
      const { total, items } = await listRunItems(ctx, { runId, from, count, ...view })
      const data = items.map(({ author: { id, handle, name }, ...view }) =>
        toApiView(item, view, { author: { id, handle, name } }),
      )
      return { data, next: from + count < total ? String(from + count) : null, total }
    },
  }),
  findItems: defineEndpoint({
    route: 'GET /items',
    permission: 'items:read',
    summary: 'Items of all runs by their words, those bought last first',
    description:
      'Finds items that have all the words, in any alphabet: whole words, and any part of a text in scripts without spaces. Items are indexed in the background; `waitingPages` says how many pages are still to be indexed.',
    query: z.strictObject({
      words: withDescription(
        wordsQuerySchema.shape.words.pipe(z.string().min(1, 'Enter a word.')),
        'At most 10 words, all of which the text or the author’s name must have; `from:ada` for the items of an author.',
      ),
      searchId: withDescription(idSchema.optional(), 'Only items that this saved search has found.'),
      from: withDescription(daySchema.optional(), 'The first day on which they were first bought.'),
      to: withDescription(daySchema.optional(), 'The last day on which they were first bought.'),
      after: afterPositionSchema(WORDS_POSITION),
      limit: limitSchema(20, 100),
    }),
    answer: listAnswerSchema(foundItem).extend({
      waitingPages: withDescription(z.int(), 'Pages that are still to be indexed; 1,000 stands for more.'),
      indexedUpTo: withDescription(
        momentSchema.nullable(),
        'Everything bought before is indexed; null where nothing waits.',
      ),
    }),
    example: {
      query: { words: 'hello' },
      answer: {
        data: [
          {
            id: '1861234567890123456',
            text: 'Hello',
            author: { id: '12', handle: 'ada', name: 'Ada' },
            createdAt: '2026-11-24T09:00:00.000Z',
            link: null,
            boughtAt: '2026-11-24T10:14:57.000Z',
            runId: EXAMPLE_IDS.runId,
            searchName: 'Competitors',
          },
        ],
        next: null,
        waitingPages: 0,
        indexedUpTo: null,
      },
    },
    async handle({ ctx, query: { searchId, after, limit, ...query } }) {
      const { items, next, waiting } = await findItemsByWords(
        ctx,
        { ...query, search: searchId },
        { after, limit },
      )
      return {
        data: items.map(({ author: { id, handle, name }, ...view }) =>
          toApiView(foundItem, view, { author: { id, handle, name } }),
        ),
        next,
        waitingPages: waiting.pages,
        indexedUpTo: waiting.since?.toISOString() ?? null,
      }
    },
  }),
  exportRun: defineFileEndpoint({
    route: 'GET /runs/{runId}/export',
    permission: 'items:read',
    summary: 'The items of a run as a file',
    description:
      'It is written while it is sent, so a run of any size is whole. A file that fails breaks off. A token has a few at a time.',
    query: z.strictObject({ format: exportInput.shape.format, ...view }),
    example: { query: { format: 'csv', sort: 'newest' }, answer: 'id,text,…' },
    open: ({ ctx, ids: { runId }, query }) => exportRun(ctx, { ...query, runId }),
  }),
  listSearchItems: defineEndpoint({
    route: 'GET /searches/{searchId}/items',
    permission: 'items:read',
    summary: 'Items of a search over all its runs, newest run first',
    description:
      'Each item comes once, in the run that first brought it. Deleted items and those that the team has hidden are left out. An answer may hold fewer than `limit`, or none; the list ends where `next` is null. Where the first page of an item was deleted and later runs brought it again, it may come more than once.',
    query: z.strictObject({
      ...days,
      after: afterPositionSchema(SEARCH_ITEMS_PLACE),
      limit: limitSchema(100),
    }),
    answer: listAnswerSchema(searchItem),
    example: {
      query: { from: '2026-11-01', limit: '2' },
      answer: {
        data: [
          {
            id: '1861234567890123456',
            text: 'Hello',
            author: { id: '12', handle: 'ada', name: 'Ada' },
            createdAt: '2026-11-24T09:00:00.000Z',
            link: null,
            runId: EXAMPLE_IDS.runId,
            runAt: '2026-11-24T10:15:00.000Z',
            subject: 'ada',
          },
        ],
        next: null,
      },
    },
    async handle({ ctx, ids: { searchId }, query }) {
      const { items, next } = await listSearchItems(ctx, { ...query, searchId })
      const data = items.map(({ author: { id, handle, name }, ...view }) =>
        toApiView(searchItem, view, { author: { id, handle, name } }),
      )
      return { data, next }
    },
  }),
  exportSearch: defineFileEndpoint({
    route: 'GET /searches/{searchId}/export',
    permission: 'items:read',
    summary: 'The items of a search over all its runs as a file',
    description:
      'Each item once, newest run first. It is written while it is sent. A file that fails breaks off. A token has a few at a time.',
    query: z.strictObject({ format: exportInput.shape.format, ...days }),
    example: { query: { format: 'csv', from: '2026-11-01' }, answer: 'id,text,…' },
    open: ({ ctx, ids: { searchId }, query }) => exportSearch(ctx, { ...query, searchId }),
  }),
}
