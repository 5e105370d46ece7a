import type { Mailer, MailServer } from '@/lib/platform/mail'
import { createMailer } from '@/lib/platform/mail'
import { type ReceivedMail, type Receiver, startMailReceiver } from '@/tests/support/receivers'

const PURSER_URL = 'https://purser.example.org'

/** A mail server of the test's own, and what Purser has of it. */
export interface TestMail {
  readonly server: MailServer
  readonly mailer: Mailer
  readonly received: Receiver<ReceivedMail>['received']
  /** The token of a link below `path` in the latest mail. */
  tokenAt(path: string): string
  close(): Promise<void>
}

export async function startTestMail(): Promise<TestMail> {
  const receiver = await startMailReceiver()
  const server = { url: receiver.url, from: 'Purser <purser@example.org>', purserUrl: PURSER_URL }
  const errors: unknown[] = []
  const mailer = createMailer(server, (error) => errors.push(error))
  return {
    server,
    mailer,
    received: receiver.received,
    tokenAt(path) {
      const text = plain(receiver.received.at(-1)?.text ?? '')
      const token = text.split(`${PURSER_URL}${path}`)[1]?.match(/^[\w-]+/)?.[0]
      if (!token) throw new Error(`The latest mail has no link below ${path}`)
      return token
    },
    async close() {
      await mailer.settled()
      await receiver.close()
      if (errors.length > 0) throw new AggregateError(errors, 'Mails failed')
    },
  }
}

/** Text as it was before it was made fit for mail: long lines are broken in quoted-printable. */
export const plain = (text: string): string =>
  text
    .replace(/=\r\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString())
