import pino, { type Logger } from 'pino'
import type { Env } from '@/lib/platform/settings'

/** A process's log: JSON lines on standard output, from the level that the settings name. */
export const createLog = (env: Env): Logger => pino({ level: env.LOG_LEVEL, base: null })
