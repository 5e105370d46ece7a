import { z } from 'zod'
import { type AlertKind, alertKind } from '../schemas'

const stored = z.array(alertKind)

/** The kinds of alerts a channel takes, as stored; none means all. */
export const kindsOf = (text: string): AlertKind[] => stored.parse(JSON.parse(text))
