import type { Db, Tx } from '@/lib/platform/db'

/** The only file that names SecretCheck. */

interface CheckRow {
  readonly name: string
  readonly salt: string
  readonly value: string
}

export const selectSecretCheck = (db: Db | Tx, name: string) => db.secretCheck.findUnique({ where: { name } })

/** Inserts a check. The first process writes it; for all others it stays as it is. */
export const insertSecretCheck = (db: Db | Tx, row: CheckRow) =>
  db.$executeRaw`
    INSERT INTO "SecretCheck" ("name", "salt", "value") VALUES (${row.name}, ${row.salt}, ${row.value})
    ON CONFLICT ("name") DO NOTHING`

export const putSecretCheck = (db: Db | Tx, row: CheckRow) =>
  db.$executeRaw`
    INSERT INTO "SecretCheck" ("name", "salt", "value") VALUES (${row.name}, ${row.salt}, ${row.value})
    ON CONFLICT ("name") DO UPDATE SET "salt" = excluded."salt", "value" = excluded."value"`

export const deleteSecretCheck = (db: Db | Tx, name: string) => db.secretCheck.deleteMany({ where: { name } })

/** The only file that names Pepper. */

export const selectPepper = (db: Db | Tx, name: string) => db.pepper.findUnique({ where: { name } })

/** Inserts a pepper. The first process writes it; for all others it stays as it is. */
export const insertPepper = (db: Db | Tx, name: string, sealed: string) =>
  db.$executeRaw`
    INSERT INTO "Pepper" ("name", "sealed") VALUES (${name}, ${sealed}) ON CONFLICT ("name") DO NOTHING`

export const deletePepper = (db: Db | Tx, name: string, sealed: string) =>
  db.pepper.deleteMany({ where: { name, sealed } })
