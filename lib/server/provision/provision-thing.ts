import type { Clock } from '@/lib/kernel'
import type { Db } from '@/lib/platform/db'
import type { ProvisionReport } from './report'
import { insertProvisioned, provisionedId, selectProvisioned } from './store'

/** A thing of the file, by what identifies it at the next start. */
interface ThingName {
  /** The team's id; empty for people and teams. */
  readonly teamId: string
  readonly kind: string
  readonly name: string
  /** Identifies it in the file, if its name does not. */
  readonly mark?: string
}

/** Ways to find and create a kind of thing. */
interface ThingWays {
  /**
   * Finds the thing that has the name now; `isGone` if it is known that people have removed it. `known` is the id of
   * the thing that had the name before.
   */
  find(known: string | null): Promise<{ readonly id: string; readonly isGone?: boolean } | null>
  /** Returns whether a thing that had the name still exists under another one. */
  isThere(id: string): Promise<boolean>
  make(): Promise<{ readonly id: string }>
}

/**
 * State of a thing: `there` has its name and may be brought to what the file says; `left` has another name by now;
 * `gone` was removed by people, and stays so.
 */
export type ThingState =
  | { readonly is: 'there' | 'made' | 'left'; readonly id: string }
  | { readonly is: 'gone' }

interface ThingParts {
  readonly db: Db
  readonly clock: Clock
  readonly report: ProvisionReport
}

/** Creates a thing if it never existed, of a kind whose rows stay when people remove it, such as a key. */
export async function provisionLasting(
  { report }: Pick<ThingParts, 'report'>,
  { kind, name }: Omit<ThingName, 'teamId'>,
  { find, make }: Pick<ThingWays, 'find' | 'make'>,
): Promise<ThingState> {
  const found = await find(null)
  if (found?.isGone) report.left(kind, name)
  if (found) return found.isGone ? { is: 'gone' } : { is: 'there', id: found.id }
  const { id } = await make()
  report.made(kind, name)
  return { is: 'made', id }
}

/** Creates a thing that never existed. One that existed at an earlier start is not created again. */
export async function provisionThing(
  { db, clock, report }: ThingParts,
  { teamId, kind, name, mark }: ThingName,
  ways: ThingWays,
): Promise<ThingState> {
  const id = provisionedId(teamId, mark === undefined ? kind : `${kind} by mark`, mark ?? name)
  const known = await selectProvisioned(db, id)
  const note = async (subjectId: string) => {
    if (known === null) await insertProvisioned(db, { id, subjectId, at: clock.now() })
  }
  const found = await ways.find(known)
  if (found) {
    await note(found.id)
    if (!found.isGone) return { is: 'there', id: found.id }
  } else if (known !== null && (await ways.isThere(known))) {
    return { is: 'left', id: known }
  }
  if (found || known !== null) {
    report.left(kind, name)
    return { is: 'gone' }
  }
  const made = await ways.make()
  await note(made.id)
  report.made(kind, name)
  return { is: 'made', id: made.id }
}
