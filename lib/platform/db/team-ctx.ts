import type { Ctx } from '@/lib/kernel'
import type { Db } from './client'

/** The kernel's context on Purser's own database: what verbs take first. */
export type TeamCtx = Ctx<Db>
