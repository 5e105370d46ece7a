import type { Ctx } from '@/lib/kernel'
import type { Db } from './db'

/** The kernel's context on Purser's own database: the first argument of verbs. */
export type TeamCtx = Ctx<Db>
