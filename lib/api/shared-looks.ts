import { createCache } from '@/lib/platform/cache'
import type { Db, TeamCtx } from '@/lib/platform/db'

interface SharedLook<Seen> {
  readonly at: number
  readonly seen: Promise<Seen>
  isUnderWay: boolean
}

/** Maximum number of things that share their looks; one that is evicted is merely read once more. */
const MAX = 2000

/**
 * Creates a reading that all followers of one thing share: it is read once per interval, however many follow. Members
 * do not share, because they may see different things.
 */
export function createSharedReader<Seen>(
  read: (ctx: TeamCtx, id: string) => Promise<Seen>,
  everyMs: number,
): (ctx: TeamCtx, id: string) => Promise<Seen> {
  const make = () => createCache<SharedLook<Seen>>({ max: MAX })
  const looks = new WeakMap<Db, ReturnType<typeof make>>()
  return (ctx, id) => {
    const ofDb = looks.get(ctx.db) ?? make()
    looks.set(ctx.db, ofDb)
    const name = `${ctx.team.id} ${ctx.actor.memberId} ${id}`
    const now = ctx.clock.monotonic()
    const before = ofDb.get(name)
    if (before && (before.isUnderWay || now - before.at < everyMs)) return before.seen
    const look = { at: now, seen: read(ctx, id), isUnderWay: true }
    ofDb.set(name, look)
    const done = () => {
      look.isUnderWay = false
    }
    look.seen.then(done, () => {
      done()
      // The next caller reads again, and a thing that is gone takes no space.
      if (ofDb.get(name) === look) ofDb.delete(name)
    })
    return look.seen
  }
}
