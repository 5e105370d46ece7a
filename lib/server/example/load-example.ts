import type { z } from 'zod'
import type { Clock } from '@/lib/kernel'
import type { Db } from '@/lib/platform/db'
import { createExampleTeam, createTeamInput, markExampleReady } from '@/lib/teams/teams'
import { ENVIRONMENTS } from './cast'
import { fillExample } from './fill-example'

/** The time zone in which the days of the example are cut. */
export const loadExampleInput = createTeamInput.pick({ timeZone: true })

/**
 * Makes a team of its own with ninety days of pretend history up to now, and answers its slug. It calls no upstream, and
 * its keys have no text. It is seen once it is whole; a job removes one that was left half filled. Throws `forbidden` for
 * who may make no team, and `conflict` for who has an example.
 */
export async function loadExample(
  db: Db,
  clock: Clock,
  who: { readonly id: string; readonly name: string; readonly sid: string },
  input: z.output<typeof loadExampleInput>,
  /** Fewer only where a test looks at the last of them. */
  days?: number,
): Promise<{ readonly slug: string }> {
  const ctx = await createExampleTeam(db, clock, who, { ...input, environments: ENVIRONMENTS })
  await fillExample(ctx, days)
  await markExampleReady(ctx)
  return { slug: ctx.team.slug }
}
