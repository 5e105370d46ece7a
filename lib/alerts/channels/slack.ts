import { headline, type Message } from './types'

const MAX_TEXT_LENGTH = 2900

/** Formats a message for an incoming webhook of Slack and similar services. */
export function toSlackBody(message: Message): string {
  const title = forSlack(headline(message))
  const detail = cut(forSlack(message.detail))
  const footer = forSlack(`${message.teamName} · Purser`)
  const link = message.url === null ? '' : `\n<${message.url}|Open in Purser>`
  return JSON.stringify({
    text: `${title}\n${detail}`,
    blocks: [
      { type: 'section', text: { type: 'mrkdwn', text: `*${title}*\n${detail}${link}` } },
      { type: 'context', elements: [{ type: 'mrkdwn', text: footer }] },
    ],
  })
}

/** Escapes the three characters that have a meaning for Slack. */
const forSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const cut = (text: string): string =>
  text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text
