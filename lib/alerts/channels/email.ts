import { escapeHtml, type MailServer, sendMail } from '@/lib/platform/mail'
import { type ChannelMessage, type SendResult, titleWithState } from './types'

/**
 * Sends a message to one address. The subject begins with Purser and what happened, because a team's name alone could
 * mislead.
 */
export const sendEmail = (
  server: MailServer,
  to: string,
  message: ChannelMessage,
  timeLimitMs?: number,
): Promise<SendResult> =>
  sendMail(
    server,
    {
      to,
      subject: `Purser: ${titleWithState(message)} (team ${message.teamName})`,
      text: toText(message, senderOf(server, message)),
      html: toHtml(message, senderOf(server, message)),
    },
    timeLimitMs,
  )

const senderOf = ({ purserUrl }: MailServer, { teamName }: ChannelMessage): string =>
  `Purser at ${purserUrl} sent this on behalf of the team “${teamName}”.`

function toText(message: ChannelMessage, sender: string): string {
  const { detail, url } = message
  const link = url === null ? [] : ['', url]
  return [titleWithState(message), '', detail, ...link, '', sender].join('\n')
}

function toHtml(message: ChannelMessage, sender: string): string {
  const { detail, url } = message
  const link = url === null ? '' : `<p><a href="${escapeHtml(url)}">Open in Purser</a></p>`
  return `<p><strong>${escapeHtml(titleWithState(message))}</strong></p><p>${escapeHtml(detail)}</p>${link}<p>${escapeHtml(sender)}</p>`
}
