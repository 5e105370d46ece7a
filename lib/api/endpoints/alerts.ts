import { z } from 'zod'
import { acknowledgeAlert, acknowledgeInput, alertKind, listAlerts } from '@/lib/alerts/alerts'
import { endpoint, listEndpoint, NOTHING } from '../endpoint'
import { EXAMPLE_IDS, id, moment, named, said, tell } from '../shapes'

const alert = named(
  'Alert',
  z.object({
    id,
    kind: alertKind,
    subjectId: said(z.string(), 'The id of the wallet, key, … that it is about.'),
    subjectName: z.string(),
    title: z.string(),
    detail: z.string(),
    firedAt: moment,
    recoveredAt: said(moment.nullable(), 'When it was over; null while it is open.'),
    acknowledgedBy: z.string().nullable(),
    acknowledgeReason: said(z.string().nullable(), 'What it was, where someone said so.'),
    mutedUntil: moment.nullable(),
  }),
)

/** Endpoints for alerts. */
export const alerts = {
  listAlerts: listEndpoint({
    route: 'GET /alerts',
    permission: 'alerts:read',
    summary: 'Open alerts, then the last 200 that are over; both newest first',
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
    },
    list: async ({ ctx }) => (await listAlerts(ctx)).map((view) => tell(alert, view, {})),
  }),
  acknowledgeAlert: endpoint({
    route: 'POST /alerts/{alertId}/acknowledge',
    permission: 'alerts:write',
    summary: 'Acknowledges an alert',
    description:
      'An alert that someone has acknowledged already is answered with 409. Outside spend needs a reason, and is over with it.',
    body: z.strictObject(acknowledgeInput.omit({ alertId: true }).shape),
    answer: NOTHING,
    example: { body: { reason: 'The leaked key was revoked.' }, answer: null },
    async handle({ ctx, ids: { alertId }, body }) {
      await acknowledgeAlert(ctx, { ...body, alertId })
      return null
    },
  }),
}
