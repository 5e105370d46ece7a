import type { Check, Outcome } from './check'
import { Differs, NotChecked, type ProviderField } from './findings'
import type { Session } from './session'

/** Makes one check. Rethrows errors of the suite itself. */
export async function judge(session: Session, check: Check): Promise<Outcome> {
  const noted = session.notes.length
  session.allow(check.buys)
  const outcome = (
    state: Outcome['state'],
    why: string | null,
    fields: readonly ProviderField[] = [],
  ): Outcome => ({
    statement: `${check.topic}: ${check.name}`,
    state,
    why,
    fields,
    notes: session.notes.slice(noted),
    itemsSpent: session.itemsSpent(),
  })
  try {
    await check.run(session)
    return outcome('holds', null)
  } catch (error) {
    if (error instanceof Differs) return outcome('differs', error.message, error.fields)
    if (error instanceof NotChecked) return outcome('not checked', error.message)
    throw error
  }
}
