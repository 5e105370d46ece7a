import type { MailServer } from '@/lib/platform/mail'
import { sendEmail } from './email'
import type { ChannelMessage, SendResult } from './types'
import { postJson, toSignedWebhook, toSlackBody } from './webhooks'

export type { ChannelMessage, SendResult } from './types'
export { MAX_RETRY_AFTER_MS, makeWebhookSecret } from './webhooks'

/** The destination of messages. */
export type ChannelTarget =
  | { readonly kind: 'email'; readonly to: string }
  | { readonly kind: 'slack'; readonly url: string }
  | { readonly kind: 'webhook'; readonly url: string; readonly secret: string }

export interface SendOptions {
  /** Id of the message: the same at each try, so that a receiver recognises a repetition. */
  readonly id: string
  readonly at: Date
  /** True if addresses outside the public internet may be called. */
  readonly allowPrivate: boolean
  readonly mailServer: MailServer | null
  readonly timeLimitMs?: number
}

/** Tries once to send a message. Never throws: the result says what went wrong. */
export async function sendMessage(
  target: ChannelTarget,
  message: ChannelMessage,
  { id, at, mailServer, ...options }: SendOptions,
): Promise<SendResult> {
  switch (target.kind) {
    case 'email':
      if (mailServer === null)
        return {
          ok: false,
          problem: 'No mail server is set up. The person who runs Purser sets SMTP_URL and MAIL_FROM.',
          mayTryAgain: false,
        }
      return sendEmail(mailServer, target.to, message, options.timeLimitMs)
    case 'slack':
      return postJson(target.url, toSlackBody(message), {}, options)
    case 'webhook': {
      const { body, headers } = toSignedWebhook(message, target.secret, id, at)
      return postJson(target.url, body, headers, options)
    }
  }
}
