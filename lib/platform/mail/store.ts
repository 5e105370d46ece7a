import { newId } from '@/lib/kernel'
import type { Tx } from '@/lib/platform/db'

/** The only file that names MailCount. */

export const countMailsSince = (tx: Tx, key: string, since: Date) =>
  tx.mailCount.count({ where: { key, at: { gt: since } } })

export const insertMailCounts = (tx: Tx, keys: readonly string[], at: Date) =>
  tx.mailCount.createMany({ data: keys.map((key) => ({ id: newId(), key, at })) })

export const deleteMailCountsBefore = (tx: Tx, before: Date) =>
  tx.mailCount.deleteMany({ where: { at: { lt: before } } })
