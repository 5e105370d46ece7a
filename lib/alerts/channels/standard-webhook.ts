import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import type { Message } from './types'

const SECRET_BYTES = 32

/** Returns a new secret for a signed webhook, to be shown once. */
export const makeWebhookSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

/**
 * Returns the body and headers of a signed webhook as defined by Standard Webhooks; `id` stays the same at each try.
 */
export function toSignedWebhook(
  message: Message,
  secret: string,
  id: string,
  at: Date,
): { body: string; headers: Record<string, string> } {
  const { event, kind, title, detail, teamName, url, data } = message
  const isAlert = event === 'fired' || event === 'recovered'
  const body = JSON.stringify({
    id,
    type: isAlert ? `alert.${event}` : event,
    timestamp: message.at.toISOString(),
    data: { kind, title, detail, team: teamName, url, ...data },
  })
  return {
    body,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, at, body),
    },
  }
}
