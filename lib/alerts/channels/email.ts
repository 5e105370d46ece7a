import { type MailServer, sendMail } from '@/lib/platform/mail'
import { headline, type Message, type SendResult } from './types'

/**
 * Sends a message to one address. The subject begins with Purser and what happened, because a team's name alone could
 * mislead.
 */
export const sendEmail = (
  server: MailServer,
  to: string,
  message: Message,
  timeLimitMs?: number,
): Promise<SendResult> =>
  sendMail(
    server,
    {
      to,
      subject: `Purser: ${headline(message)} (team ${message.teamName})`,
      text: toText(message, senderOf(server, message)),
      html: toHtml(message, senderOf(server, message)),
    },
    timeLimitMs,
  )

const senderOf = ({ purserUrl }: MailServer, { teamName }: Message): string =>
  `Purser at ${purserUrl} sent this on behalf of the team “${teamName}”.`

function toText(message: Message, sender: string): string {
  const { detail, url } = message
  const link = url === null ? [] : ['', url]
  return [headline(message), '', detail, ...link, '', sender].join('\n')
}

function toHtml(message: Message, sender: string): string {
  const { detail, url } = message
  const link = url === null ? '' : `<p><a href="${inHtml(url)}">Open in Purser</a></p>`
  return `<p><strong>${inHtml(headline(message))}</strong></p><p>${inHtml(detail)}</p>${link}<p>${inHtml(sender)}</p>`
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const inHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
