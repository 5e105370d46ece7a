import { expect, test } from 'vitest'
import { describeCountHabit } from '@/components/provider/count-habits'

const at = new Date('2026-11-20T12:00:00Z')

test('states whether a list keeps to counts, and what a call therefore holds', () => {
  const say = (habit: Partial<Parameters<typeof describeCountHabit>[1]>) =>
    describeCountHabit(
      { name: 'count', floor: 20, maximum: 100 },
      { keepsToCount: false, leastCount: 20, compliantPages: 0, needed: 20, broken: null, ...habit },
    )
  expect(say({ compliantPages: 7 })).toBe(
    'Not known yet whether it keeps to counts: Purser needs 20 full pages that asked for fewer than 100 items, and has seen 7. A call reserves the largest page, 100 items, however few it asks for.',
  )
  expect(say({ keepsToCount: true, compliantPages: 20 })).toBe(
    'Keeps to counts: 20 pages in a row held no more than was asked for. A call reserves what it asks for.',
  )
  expect(say({ keepsToCount: true, compliantPages: 20, leastCount: 50 })).toMatch(
    /^Keeps to counts of 50 and more: .* one that asks for less reserves the largest page, 100 items\.$/,
  )
  const broken = say({ compliantPages: 3, needed: 1000, broken: { askedItems: 20, cameItems: 23, at } })
  expect(broken).toMatch(/^Sends more than is asked for: 23 items, where 20 were asked for/)
  expect(broken).toMatch(/until 1,000 pages in a row keep to their count \(3 of 1,000 pages so far\)\.$/)
  expect(say({ needed: 1000, broken: { askedItems: 100, cameItems: 250, at } })).toContain(
    '250 items, more than the provider’s largest page, where 100 were asked for',
  )
})
