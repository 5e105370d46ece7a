import { expect, test } from 'vitest'
import { visitEach } from '@/lib/server/jobs/jobs'

test('a failed visit skips no other one, and is thrown at the end', async () => {
  const visited: string[] = []
  const visit = async (team: string) => {
    visited.push(team)
    if (team !== 'b') throw new Error(`no ${team}`)
  }
  await expect(visitEach(['a', 'b', 'c'], async () => true, visit)).rejects.toThrow('no a')
  expect(visited).toEqual(['a', 'b', 'c'])
})

test('once the visits must stop, no other one is made', async () => {
  const visited: number[] = []
  const visit = async (place: number) => visited.push(place)
  await visitEach([1, 2, 3], async () => visited.length < 2, visit)
  expect(visited).toEqual([1, 2])
})
