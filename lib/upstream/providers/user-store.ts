import type { Db, Tx } from '@/lib/platform/db'

/** The only file that names LookedUpUser. */

/** A user by the handle that was typed, at a service by its id, whatever its address. */
export interface UserAtService {
  readonly teamId: string
  readonly service: string
  /** In lower case, without @. */
  readonly handle: string
}

/** Returns the numeric id of a user from an earlier look-up; null if there was none. */
export async function findLookedUp(
  db: Db,
  { teamId, service, handle }: UserAtService,
): Promise<string | null> {
  const row = await db.lookedUpUser.findUnique({
    where: { teamId_service_handle: { teamId, service, handle } },
  })
  return row?.userId ?? null
}

/** Remembers an id permanently. If two processes looked the same user up, the first entry stays. */
export const rememberUser = (
  tx: Tx,
  { teamId, service, handle }: UserAtService,
  userId: string,
  at: Date,
): Promise<number> => tx.$executeRaw`
  INSERT INTO "LookedUpUser" ("teamId", "service", "handle", "userId", "at")
  VALUES (${teamId}, ${service}, ${handle}, ${userId}, ${at})
  ON CONFLICT ("teamId", "service", "handle") DO NOTHING`
