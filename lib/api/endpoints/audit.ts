import { z } from 'zod'
import { invalid } from '@/lib/kernel'
import { auditQuery, ENTRIES_PER_PAGE, listAuditEntries, problemOfDays } from '@/lib/platform/audit'
import { searchText } from '@/lib/platform/input'
import { endpoint } from '../endpoint'
import { afterId, day, EXAMPLE_IDS, id, listOf, moment, named, said, tell } from '../shapes'

const auditEntry = named(
  'AuditEntry',
  z.object({
    id,
    at: moment,
    by: z.string(),
    action: said(z.string(), 'What was done, such as budget.create.'),
    subject: said(z.string(), 'What it was done to, by its name then.'),
    detail: said(z.string(), 'More, as JSON; never a secret.'),
    place: said(
      z.int().nullable(),
      'Its place in the chain of the team’s entries; null while it is not sealed.',
    ),
  }),
)

/** Endpoint for the audit log. */
export const auditLog = {
  listAuditLog: endpoint({
    route: 'GET /audit-log',
    permission: 'audit:read',
    summary: 'The audit log, newest first, 100 entries at a time',
    query: z.strictObject({
      text: said(searchText(200).default(''), 'Only entries that contain it.'),
      actorId: said(id.optional(), 'Only what this member or token did.'),
      kind: said(
        z.stringFormat('kind', /^[a-z]{1,20}$/).optional(),
        'The first part of an action: budget, key, run, …',
      ),
      from: said(day.optional(), 'The first day, in the team’s time zone.'),
      to: said(day.optional(), 'The last day.'),
      after: afterId,
    }),
    answer: listOf(auditEntry),
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
      const problem = problemOfDays({ from, to })
      if (problem !== null) throw invalid(problem)
      const entries = await listAuditEntries(
        ctx,
        auditQuery.parse({ text, actor: actorId, kind, from, to, before: after }),
      )
      const data = entries.map((view) =>
        tell(auditEntry, view, { by: view.actorName, subject: view.subjectName }),
      )
      return { data, next: data.length === ENTRIES_PER_PAGE ? (data.at(-1)?.id ?? null) : null }
    },
  }),
}
