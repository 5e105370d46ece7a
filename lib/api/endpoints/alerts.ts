import { z } from 'zod'
import {
  type AlertView,
  acknowledgeAlert,
  acknowledgeInput,
  alertKind,
  listAlerts,
} from '@/lib/alerts/alerts'
import { named, said } from '../documented'
import { endpoint, NOTHING } from '../endpoint'
import { EXAMPLE_IDS } from '../example-ids'
import { id, listOf, moment, shortList, timeOf, timeOrNull } from '../shapes'
import { partOf } from '../short-lists'

const alert = named(
  'Alert',
  z.strictObject({
    id,
    kind: alertKind,
    subjectId: said(z.string(), 'The id of the wallet, key, … that it is about.'),
    subjectName: z.string(),
    title: z.string(),
    detail: z.string(),
    firedAt: moment,
    recoveredAt: said(moment.nullable(), 'When it was over; null while it is open.'),
    acknowledgedBy: z.string().nullable(),
    acknowledgeReason: said(z.string().nullable(), 'What it was, where somebody said so.'),
    mutedUntil: moment.nullable(),
  }),
)

const alertOf = (view: AlertView): z.output<typeof alert> => {
  const { id, kind, subjectId, subjectName, title, detail, acknowledgedBy, acknowledgeReason } = view
  return {
    ...{ id, kind, subjectId, subjectName, title, detail, acknowledgedBy, acknowledgeReason },
    firedAt: timeOf(view.firedAt),
    recoveredAt: timeOrNull(view.recoveredAt),
    mutedUntil: timeOrNull(view.mutedUntil),
  }
}

export const ALERT_ENDPOINTS = [
  endpoint({
    name: 'listAlerts',
    method: 'GET',
    path: '/alerts',
    group: 'Alerts',
    permission: 'alerts:read',
    summary: 'Open alerts, then the last 200 that are over; both newest first',
    query: shortList,
    answer: listOf(alert),
    example: {
      answer: {
        data: [
          {
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
        ],
        next: null,
      },
    },
    async handle({ ctx, query }) {
      const { data, next } = partOf(await listAlerts(ctx), query)
      return { data: data.map(alertOf), next }
    },
  }),
  endpoint({
    name: 'acknowledgeAlert',
    method: 'POST',
    path: '/alerts/{alertId}/acknowledge',
    group: 'Alerts',
    permission: 'alerts:write',
    summary: 'Acknowledges an alert',
    description:
      'An alert that somebody has acknowledged already is answered with 409. Outside spend needs a reason, and is over with it.',
    body: z.strictObject(acknowledgeInput.omit({ alertId: true }).shape),
    answer: NOTHING,
    example: { body: { reason: 'The leaked key was revoked.' }, answer: null },
    async handle({ ctx, ids: { alertId }, body }) {
      await acknowledgeAlert(ctx, { ...body, alertId })
      return null
    },
  }),
]
