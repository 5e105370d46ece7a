import type { Db } from '@/lib/platform/db'
import { hashToken } from '@/lib/platform/vault'

/** The only file that names Provisioned. */

/** Returns the name of a row. It is a hash, so that an erased person's address is not kept here. */
export const provisionedRowId = (teamId: string, kind: string, name: string): string =>
  hashToken(JSON.stringify([teamId, kind, name]))

export const selectProvisioned = async (db: Db, id: string): Promise<string | null> =>
  (await db.provisioned.findUnique({ where: { id } }))?.subjectId ?? null

/** Notes that a thing exists. An earlier note stays as it is. */
export const insertProvisioned = (
  db: Db,
  { id, subjectId, at }: { readonly id: string; readonly subjectId: string; readonly at: Date },
) => db.$executeRaw`
  INSERT INTO "Provisioned" ("id", "subjectId", "at") VALUES (${id}, ${subjectId}, ${at})
  ON CONFLICT ("id") DO NOTHING`
