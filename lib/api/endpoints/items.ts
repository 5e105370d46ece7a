import { z } from 'zod'
import { exportInput, exportRun } from '@/lib/collect/exports'
import { itemsInput, listRunItems } from '@/lib/collect/runs'
import { defineEndpoint, defineFileEndpoint } from '../endpoint'
import {
  afterPositionSchema,
  limitSchema,
  listAnswerSchema,
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

const { text, only, sort } = itemsInput.shape
const view = {
  text: withDescription(text, 'Only items whose text, author or note contains it.'),
  only: withDescription(only, 'Items that the team has hidden are in none but `hidden`.'),
  sort,
}
const PLACE = /^\d{1,10}$/

/** Endpoints for what runs brought. */
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
}
