import { z } from 'zod'
import { exportInput, exportRun } from '@/lib/collect/exports'
import { itemsInput, listRunItems } from '@/lib/collect/runs'
import { named, said } from '../documented'
import { endpoint, fileEndpoint } from '../endpoint'
import { afterPlace, limit, listOf } from '../shapes'

const item = named(
  'Item',
  z.strictObject({
    id: said(z.string(), 'The upstream’s own id.'),
    text: z.string(),
    author: z.strictObject({
      id: z.string().nullable(),
      handle: z.string().nullable(),
      name: z.string().nullable(),
    }),
    createdAt: z.string().nullable(),
    link: z.string().nullable(),
    place: said(z.int(), 'Its place in the run, from 0.'),
    isNew: said(z.boolean(), 'Whether no earlier run with this question had it; false in a first run.'),
  }),
)

const { text, only, sort } = itemsInput.shape
const view = {
  text: said(text, 'Only items whose text, author or note contains it.'),
  only: said(only, 'Items that the team has hidden are in none but `hidden`.'),
  sort,
}
const PLACE = /^\d{1,10}$/

/** Endpoints for what runs brought. */
export const ITEM_ENDPOINTS = [
  endpoint({
    name: 'listItems',
    method: 'GET',
    path: '/runs/{runId}/items',
    group: 'Runs',
    permission: 'items:read',
    summary: 'Items of a run, filtered and in order',
    query: z.strictObject({ ...view, after: afterPlace(PLACE), limit: limit(100) }),
    answer: listOf(item).extend({ total: z.int() }),
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
      const data = items.map(({ id, text, author, createdAt, link, place, isNew }) => ({
        ...{ id, text, createdAt, link, place, isNew },
        author: { id: author.id, handle: author.handle, name: author.name },
      }))
      return { data, next: from + count < total ? String(from + count) : null, total }
    },
  }),
  fileEndpoint({
    name: 'exportRun',
    method: 'GET',
    path: '/runs/{runId}/export',
    group: 'Runs',
    permission: 'items:read',
    summary: 'The items of a run as a file',
    description:
      'It is written while it is sent, so a run of any size is whole. A file that fails breaks off. A token has a few at a time.',
    query: z.strictObject({ format: exportInput.shape.format, ...view }),
    example: { query: { format: 'csv', sort: 'newest' }, answer: 'id,text,…' },
    open: ({ ctx, ids: { runId }, query }) => exportRun(ctx, { ...query, runId }),
  }),
]
