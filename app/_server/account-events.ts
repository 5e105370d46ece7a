import 'server-only'
import { currentRuntime } from '@/lib/server/runtime'

/** What happens at the doors. limited: too many tries, nothing was compared. */
export type AccountEvent =
  | 'signed-in'
  | 'sign-in-failed'
  | 'sign-in-limited'
  | 'password-changed'
  | 'signed-out'

interface AccountEventFacts {
  /** The account's id, or the e-mail address that was typed. */
  readonly subject: string
  readonly source: string
}

/** Leaves a trace of an event: a line in the log. Never a password, never a session's id. */
export function tellAccountEvent(event: AccountEvent, { subject, source }: AccountEventFacts): void {
  // What was typed is cut: it comes from anybody.
  currentRuntime().log.info({ event, subject: subject.slice(0, 254), source }, 'account')
}
