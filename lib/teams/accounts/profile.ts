import type { z } from 'zod'
import type { Db, Tx } from '@/lib/platform/db'
import type { profileInput } from './schemas'
import { updateUser } from './store'

/** Changes the signed-in person's own name. Past entries keep the name of their time. */
export async function changeProfile(
  db: Db,
  who: { readonly id: string },
  { name }: z.output<typeof profileInput>,
): Promise<void> {
  await updateUser(db, who.id, { name })
}

/** Notes that a person reads the mailbox of their address: they used a link that was mailed to it. */
export async function confirmEmail(tx: Tx, userId: string, at: Date): Promise<void> {
  await updateUser(tx, userId, { emailConfirmedAt: at })
}
