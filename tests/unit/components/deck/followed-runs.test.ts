import { expect, test } from 'vitest'
import { isUnderWay, laterRuns, startedRun, streamedRuns, withStreams } from '@/components/deck/followed-runs'
import type { NewestRun } from '@/lib/collect/runs'

const run = (id: string, fields: Partial<NewestRun> = {}): NewestRun => ({
  ...startedRun(id),
  memberName: 'Ada',
  startedAt: '2026-11-21T10:00:00.000Z',
  ...fields,
})
const ended = { endReason: 'nothing_new' } as const
function later(known: NewestRun | null, found: NewestRun | null): NewestRun | null | undefined {
  const { s } = laterRuns({ s: known }, { s: found })
  return s
}

test('only runs in the background that have not ended are under way', () => {
  expect(isUnderWay(run('r'))).toBe(true)
  expect(isUnderWay(run('r', ended))).toBe(false)
  expect(isUnderWay(run('r', { isInBackground: false }))).toBe(false)
  expect(isUnderWay(null)).toBe(false)
})

test('at most three runs have a stream, in the order of the columns, and none that has ended', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  const runs = Object.fromEntries(ids.map((id) => [id, run(`of-${id}`)]))
  expect([...streamedRuns(ids, runs)]).toEqual(['of-a', 'of-b', 'of-c'])
  expect([...streamedRuns(ids, { ...runs, b: run('of-b', ended), c: null })]).toEqual([
    'of-a',
    'of-d',
    'of-e',
  ])
})

test('an answer that is behind the stream takes nothing back', () => {
  expect(later(run('r', { pages: 3, items: 60 }), run('r', { pages: 2, items: 40 }))).toMatchObject({
    pages: 3,
    items: 60,
  })
  expect(later(run('r', { ...ended, pages: 3 }), run('r', { pages: 3 }))).toMatchObject(ended)
  expect(later(run('r', { pages: 2 }), run('r', { pages: 3 }))).toMatchObject({ pages: 3 })
})

test('another run takes the place of an older one, never of a newer one', () => {
  const next = run('next', { startedAt: '2026-11-21T11:00:00.000Z' })
  expect(later(run('r', ended), next)).toBe(next)
  expect(later(next, run('r', ended))).toBe(next)
  expect(later(null, next)).toBe(next)
})

test('a run that was started here learns who started it from the server, and keeps what its stream told', () => {
  expect(later({ ...startedRun('r'), pages: 2 }, run('r', { pages: 1 }))).toMatchObject({
    memberName: 'Ada',
    pages: 2,
  })
})

test('a stream takes its own run further, and neither another run nor one that an answer knows better', () => {
  const known = { s: run('r', { pages: 2 }), t: null }
  expect(withStreams(known, { s: run('r', { pages: 3 }) })).toMatchObject({ s: { pages: 3 }, t: null })
  expect(withStreams(known, { s: run('r', { pages: 1 }) })).toEqual(known)
  expect(withStreams(known, { s: run('other', { pages: 3 }), t: run('r', { pages: 3 }) })).toEqual(known)
})
