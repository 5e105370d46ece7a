import type { MailServer } from './send-mail'

/** The web process's way to send mail. */
export interface Mailer {
  /** Null if no mail server is set. */
  readonly server: MailServer | null
  /** Does work after the answer, so that the answer's time reveals nothing of it. Logs a failure. */
  later(work: () => Promise<void>): void
  /** Resolves when no work is left. */
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
