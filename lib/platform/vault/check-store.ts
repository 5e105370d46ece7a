import type { Db, Tx } from '@/lib/platform/db'

/** The only file that names SecretCheck. */

export const selectCheck = (db: Db | Tx, name: string) => db.secretCheck.findUnique({ where: { name } })

/** The first process writes it; for all others it stays as it is. */
export const insertCheck = (db: Db, row: { name: string; salt: string; value: string }) =>
  db.$executeRaw`
    INSERT INTO "SecretCheck" ("name", "salt", "value") VALUES (${row.name}, ${row.salt}, ${row.value})
    ON CONFLICT ("name") DO NOTHING`

export const updateCheck = (tx: Tx, name: string, value: string) =>
  tx.secretCheck.update({ where: { name }, data: { value } })
