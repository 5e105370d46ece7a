import { z } from 'zod'
import { type AlertKind, alertKind } from '../schemas'

const stored = z.array(alertKind)

/** The kinds of alerts a channel takes, as stored; none means all. */
export const kindsOf = (text: string): AlertKind[] => stored.parse(JSON.parse(text))

/** Whether alerts may go to a channel: to an e-mail address only once it is confirmed. */
export const isInForce = ({ kind, confirmedAt }: { kind: string; confirmedAt: Date | null }): boolean =>
  kind !== 'email' || confirmedAt !== null
