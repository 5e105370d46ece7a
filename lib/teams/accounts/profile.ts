import type { z } from 'zod'
import { type Clock, notFound } from '@/lib/kernel'
import { changesOf } from '@/lib/platform/audit'
import { type Db, type Tx, transaction } from '@/lib/platform/db'
import { noteAdminEvent } from './note-account-event'
import type { profileInput } from './schemas'
import { selectUser, updateUser } from './store'

/** Changes the signed-in person's own name. Past entries keep their former name. */
export async function changeProfile(
  db: Db,
  clock: Clock,
  who: { readonly id: string },
  { name }: z.output<typeof profileInput>,
): Promise<void> {
  await transaction(db, async (tx) => {
    const before = await selectUser(tx, who.id)
    if (!before) throw notFound('The account')
    await updateUser(tx, who.id, { name })
    const detail = changesOf({ name: before.name }, { name })
    await noteAdminEvent(tx, clock, who, { kind: 'changed', about: before, detail })
  })
}

/** Records that a person reads the mailbox of their address, because they used a link that was mailed to it. */
export async function confirmEmail(tx: Tx, userId: string, at: Date): Promise<void> {
  await updateUser(tx, userId, { emailConfirmedAt: at })
}
