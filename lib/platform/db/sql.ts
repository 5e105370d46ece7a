import { foldText } from '@/lib/kernel'
import { Prisma } from './generated/sqlite/client'

/** Builds raw SQL with bound parameters. Purser's statements are the same in both dialects. */
export const sql = Prisma.sql
export const joinSql = Prisma.join
/** Quotes a column's name for raw SQL. Never pass a value from outside. */
export const columnSql = (name: string) => Prisma.raw(`"${name}"`)

/**
 * Returns the condition for a team's rows, in addition to their ids. In this form SQLite looks them up by id. With a
 * plain comparison of the team, it reads all rows of the team for more than a few ids.
 */
export const teamCondition = (teamId: string) => ({ NOT: { teamId: { not: teamId } } })

/** Returns the pattern of a LIKE with ESCAPE '\' that finds a text literally within a column of folded texts. */
export const foldedLikePattern = (text: string): string => `%${foldText(text).replace(/[\\%_]/g, '\\$&')}%`
