import type { MailServer } from './send-mail'

/** Mail as the web process has it. */
export interface Mailer {
  /** Null where no mail server is set. */
  readonly server: MailServer | null
  /** Does something after the answer, whose time then tells nothing of it. A failure is logged. */
  later(work: () => Promise<void>): void
  /** Resolves when nothing is left to do. */
  settled(): Promise<void>
}

export function createMailer(server: MailServer | null, onError: (error: unknown) => void): Mailer {
  const underWay = new Set<Promise<void>>()
  return {
    server,
    later(work) {
      const done = new Promise<void>((resolve) => setImmediate(resolve))
        .then(work)
        .catch(onError)
        .finally(() => underWay.delete(done))
      underWay.add(done)
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
