import type { Db, Tx } from '@/lib/platform/db'

/** The only file that names LookedUpUser. */

/** A user by the handle that was typed, at a service by its id, wherever that lies. */
export interface UserAtService {
  readonly teamId: string
  readonly service: string
  /** In small letters, without @. */
  readonly handle: string
}

/** The numeric id of a user, as a look-up told it before; null where none did. */
export async function findLookedUp(
  db: Db,
  { teamId, service, handle }: UserAtService,
): Promise<string | null> {
  const row = await db.lookedUpUser.findUnique({
    where: { teamId_service_handle: { teamId, service, handle } },
  })
  return row?.userId ?? null
}

/** Remembers an id for good. Two processes may have looked the same user up: the first stays. */
export const rememberUser = (
  tx: Tx,
  { teamId, service, handle }: UserAtService,
  userId: string,
  at: Date,
): Promise<number> => tx.$executeRaw`
  INSERT INTO "LookedUpUser" ("teamId", "service", "handle", "userId", "at")
  VALUES (${teamId}, ${service}, ${handle}, ${userId}, ${at})
  ON CONFLICT ("teamId", "service", "handle") DO NOTHING`
