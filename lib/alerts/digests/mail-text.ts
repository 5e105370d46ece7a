import { formatCount } from '@/lib/kernel'
import { escapeHtml, type Mail } from '@/lib/platform/mail'

/** Maximum number of lines in a section; the pages have all. */
const MAX_LINES = 20

export interface MailParts {
  readonly to: string
  /** Purser's own address. */
  readonly purserUrl: string
}

/** A line that ends with a link. */
interface LinkedLine {
  readonly text: string
  readonly label: string
  readonly url: string
}

interface MailSection {
  readonly title: string
  readonly lines: readonly (string | LinkedLine)[]
}

interface SectionedMail extends MailParts {
  readonly subject: string
  readonly title: string
  readonly lead: readonly string[]
  /** Those without lines are left out. */
  readonly sections: readonly MailSection[]
  /** Address of the page with more. */
  readonly url: string
  /** Name of the mail in its footer, such as "this daily". */
  readonly sent: string
}

/** Writes a mail of titled lists, as plain text and as simple HTML. */
export function writeSectionedMail({
  to,
  purserUrl,
  subject,
  title,
  lead,
  url,
  ...parts
}: SectionedMail): Mail {
  const sections = parts.sections
    .map(({ title, lines }) => ({ title, lines: shortened(lines) }))
    .filter(({ lines }) => lines.length > 0)
  const footer = `Purser at ${purserUrl} sends ${parts.sent} because you turned it on: ${purserUrl}/account`
  const text = [
    title,
    ...lead,
    ...sections.map(({ title, lines }) => [title, ...lines.map((line) => `- ${textOf(line)}`)].join('\n')),
    url,
    footer,
  ].join('\n\n')
  const html = [
    `<p><strong>${escapeHtml(title)}</strong></p>`,
    ...lead.map((line) => `<p>${escapeHtml(line)}</p>`),
    ...sections.map(
      ({ title, lines }) =>
        `<p><strong>${title}</strong></p><ul>${lines.map((line) => `<li>${htmlOf(line)}</li>`).join('')}</ul>`,
    ),
    `<p><a href="${escapeHtml(url)}">Open in Purser</a></p><p>${escapeHtml(footer)}</p>`,
  ].join('')
  return { to, subject, text, html }
}

const textOf = (line: string | LinkedLine): string =>
  typeof line === 'string' ? line : `${line.text} ${line.label}: ${line.url}`

const htmlOf = (line: string | LinkedLine): string =>
  typeof line === 'string'
    ? escapeHtml(line)
    : `${escapeHtml(line.text)} <a href="${escapeHtml(line.url)}">${line.label}</a>`

const shortened = (lines: MailSection['lines']): MailSection['lines'] =>
  lines.length <= MAX_LINES
    ? lines
    : [...lines.slice(0, MAX_LINES), `${formatCount(lines.length - MAX_LINES)} more`]
