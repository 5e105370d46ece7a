import { expect, test } from 'vitest'
import { createSharedReader } from '@/lib/api/shared-looks'
import type { Db, TeamCtx } from '@/lib/platform/db'

const EVERY_MS = 300

/** Creates the contexts of askers, with a clock that stands still until a test moves it. */
function makeAskers() {
  const clock = { now: 0 }
  const db = {} as Db
  const ctxOf = (memberId: string): TeamCtx =>
    ({
      db,
      team: { id: 't' },
      actor: { memberId },
      clock: { monotonic: () => clock.now },
    }) as unknown as TeamCtx
  return { clock, ctxOf }
}

test('fifty followers of one run cause one read in each interval', async () => {
  const { clock, ctxOf } = makeAskers()
  const reads: string[] = []
  const look = createSharedReader((_, id) => Promise.resolve(reads.push(id)), EVERY_MS)
  const allLook = () => Promise.all(Array.from({ length: 50 }, () => look(ctxOf('m'), 'run')))
  for (let interval = 1; interval <= 4; interval++) {
    for (const now of [0, 100, 299]) {
      clock.now = interval * EVERY_MS + now
      expect(new Set(await allLook())).toEqual(new Set([interval]))
    }
  }
  expect(reads).toHaveLength(4)
})

test('all wait for a read that takes longer than its interval', async () => {
  const { clock, ctxOf } = makeAskers()
  const answers: ((seen: string) => void)[] = []
  const look = createSharedReader(() => new Promise<string>((resolve) => answers.push(resolve)), EVERY_MS)
  const first = look(ctxOf('m'), 'run')
  clock.now = 10 * EVERY_MS
  const second = look(ctxOf('m'), 'run')
  expect(answers).toHaveLength(1)
  answers[0]?.('seen')
  expect(await Promise.all([first, second])).toEqual(['seen', 'seen'])
  void look(ctxOf('m'), 'run')
  expect(answers).toHaveLength(2)
})

test('reads are not shared between members or runs, and a failure is not cached', async () => {
  const { ctxOf } = makeAskers()
  let reads = 0
  const look = createSharedReader(({ actor }, id) => {
    reads++
    return actor.memberId === 'out' ? Promise.reject(new Error('not yours')) : Promise.resolve(id)
  }, EVERY_MS)
  expect(await look(ctxOf('in'), 'a')).toBe('a')
  expect(await look(ctxOf('in'), 'b')).toBe('b')
  await expect(look(ctxOf('out'), 'a')).rejects.toThrow('not yours')
  await expect(look(ctxOf('out'), 'a')).rejects.toThrow('not yours')
  expect(await look(ctxOf('in'), 'a')).toBe('a')
  expect(reads).toBe(4)
})
