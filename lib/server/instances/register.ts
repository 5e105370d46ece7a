import { AppError, type Clock } from '@/lib/kernel'
import { type Db, lock, transaction } from '@/lib/platform/db'
import { checkSecret } from '@/lib/platform/vault'
import { countLiving, insertInstance } from './store'

/**
 * Adds an instance to those that run. All that run have one session secret: if others live that have another one, it
 * throws a sentence. If none does, the secret may change.
 */
export async function register(
  db: Db,
  clock: Clock,
  id: string,
  { sessionSecret, silentMs }: { readonly sessionSecret: string | undefined; readonly silentMs: number },
): Promise<void> {
  const check = sessionSecret === undefined ? null : await checkSecret(db, 'session secret', sessionSecret)
  await transaction(db, async (tx) => {
    await lock(tx, 'instances', 'exclusive')
    if (check && !(await check.isSame(tx))) {
      if ((await countLiving(tx, clock, silentMs)) > 0) throw new AppError('unavailable', ANOTHER)
      await check.replace(tx)
    }
    await insertInstance(tx, clock, id)
  })
}

const ANOTHER =
  'The session secret is not the one that the other instances on this database use, so people would be signed out at each change between them. Set NEXTAUTH_SECRET to the same value for all, or put a copy of the file auth-secret of the first one in the place of this one’s. To change it, stop all instances first; one that was killed counts for a minute.'
