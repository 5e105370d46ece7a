import { z } from 'zod'
import { acknowledgeAlert, acknowledgeAlertInput, alertKindSchema, listAlerts } from '@/lib/alerts/alerts'
import { defineEndpoint, defineListEndpoint, emptyResponseSchema } from '../endpoint'
import { EXAMPLE_IDS, idSchema, momentSchema, toApiView, withDescription, withSchemaName } from '../shapes'

const alert = withSchemaName(
  'Alert',
  z.object({
    id: idSchema,
    kind: alertKindSchema,
    subjectId: withDescription(z.string(), 'The id of the wallet, key, … that it is about.'),
    subjectName: z.string(),
    title: z.string(),
    detail: z.string(),
    firedAt: momentSchema,
    recoveredAt: withDescription(momentSchema.nullable(), 'When it was over; null while it is open.'),
    acknowledgedBy: z.string().nullable(),
    acknowledgeReason: withDescription(z.string().nullable(), 'What it was, where someone said so.'),
    mutedUntil: momentSchema.nullable(),
    snoozedUntil: withDescription(momentSchema.nullable(), 'Until when it is set aside in the interface.'),
    assignedTo: withDescription(z.string().nullable(), 'Name of the member who takes care of it.'),
  }),
)

/** Endpoints for alerts. */
export const alertEndpoints = {
  listAlerts: defineListEndpoint({
    route: 'GET /alerts',
    permission: 'alerts:read',
    summary: 'The newest 10,000 open alerts, then the last 200 that are over; both newest first',
    item: alert,
    example: {
      id: EXAMPLE_IDS.alertId,
      kind: 'low_balance',
      subjectId: EXAMPLE_IDS.walletId,
      subjectName: 'Main',
      title: 'Low balance: Main',
      detail: '4,912 credits are left.',
      firedAt: '2026-11-24T10:15:00.000Z',
      recoveredAt: null,
      acknowledgedBy: null,
      acknowledgeReason: null,
      mutedUntil: null,
      snoozedUntil: null,
      assignedTo: null,
    },
    list: async ({ ctx }) =>
      (await listAlerts(ctx)).map((view) =>
        toApiView(alert, view, { assignedTo: view.assignedTo?.name ?? null }),
      ),
  }),
  acknowledgeAlert: defineEndpoint({
    route: 'POST /alerts/{alertId}/acknowledge',
    permission: 'alerts:write',
    summary: 'Acknowledges an alert',
    description:
      'An alert that someone has acknowledged already is answered with 409. Outside spend needs a reason, and is over with it.',
    body: z.strictObject(acknowledgeAlertInput.omit({ alertId: true }).shape),
    answer: emptyResponseSchema,
    example: { body: { reason: 'The leaked key was revoked.' }, answer: null },
    async handle({ ctx, ids: { alertId }, body }) {
      await acknowledgeAlert(ctx, { ...body, alertId })
      return null
    },
  }),
}
