import { z } from 'zod'
import { invalid } from '@/lib/kernel'
import {
  auditQuerySchema,
  ENTRIES_PER_PAGE,
  findAuditDaysProblem,
  listAuditEntries,
} from '@/lib/platform/audit'
import { searchTextInput } from '@/lib/platform/input'
import { defineEndpoint } from '../endpoint'
import {
  afterIdSchema,
  daySchema,
  EXAMPLE_IDS,
  idSchema,
  listAnswerSchema,
  momentSchema,
  toApiView,
  withDescription,
  withSchemaName,
} from '../shapes'

const auditEntry = withSchemaName(
  'AuditEntry',
  z.object({
    id: idSchema,
    at: momentSchema,
    by: z.string(),
    action: withDescription(z.string(), 'What was done, such as budget.create.'),
    subject: withDescription(z.string(), 'What it was done to, by its name then.'),
    detail: withDescription(z.string(), 'More, as JSON; never a secret.'),
    place: withDescription(
      z.int().nullable(),
      'Its place in the chain of the team’s entries; null while it is not sealed.',
    ),
  }),
)

/** Endpoint for the audit log. */
export const auditEndpoints = {
  listAuditLog: defineEndpoint({
    route: 'GET /audit-log',
    permission: 'audit:read',
    summary: 'The audit log, newest first, 100 entries at a time',
    query: z.strictObject({
      text: withDescription(searchTextInput(200).default(''), 'Only entries that contain it.'),
      actorId: withDescription(idSchema.optional(), 'Only what this member or token did.'),
      kind: withDescription(
        z.stringFormat('kind', /^[a-z]{1,20}$/).optional(),
        'The first part of an action: budget, key, run, …',
      ),
      from: withDescription(daySchema.optional(), 'The first day, in the team’s time zone.'),
      to: withDescription(daySchema.optional(), 'The last day.'),
      after: afterIdSchema,
    }),
    answer: listAnswerSchema(auditEntry),
    example: {
      query: { kind: 'search' },
      answer: {
        data: [
          {
            id: EXAMPLE_IDS.entryId,
            at: '2026-11-24T10:15:00.000Z',
            by: 'Ada',
            action: 'search.create',
            subject: 'Competitors',
            detail: '{"operation":"timeline"}',
            place: 128,
          },
        ],
        next: null,
      },
    },
    async handle({ ctx, query: { text, actorId = '', kind = '', from = '', to = '', after = '' } }) {
      const problem = findAuditDaysProblem({ from, to })
      if (problem !== null) throw invalid(problem)
      const entries = await listAuditEntries(
        ctx,
        auditQuerySchema.parse({ text, actor: actorId, kind, from, to, before: after }),
        ENTRIES_PER_PAGE + 1,
      )
      const data = entries
        .slice(0, ENTRIES_PER_PAGE)
        .map((view) => toApiView(auditEntry, view, { by: view.actorName, subject: view.subjectName }))
      return { data, next: entries.length > ENTRIES_PER_PAGE ? (data.at(-1)?.id ?? null) : null }
    },
  }),
}
