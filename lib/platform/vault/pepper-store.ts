import type { Db, Tx } from '@/lib/platform/db'

/** The only file that names Pepper. */

export const selectPepper = (db: Db | Tx, name: string) => db.pepper.findUnique({ where: { name } })

/** Inserts a pepper. The first process writes it; for all others it stays as it is. */
export const insertPepper = (db: Db | Tx, name: string, sealed: string) =>
  db.$executeRaw`
    INSERT INTO "Pepper" ("name", "sealed") VALUES (${name}, ${sealed}) ON CONFLICT ("name") DO NOTHING`

export const deletePepper = (db: Db | Tx, name: string, sealed: string) =>
  db.pepper.deleteMany({ where: { name, sealed } })
