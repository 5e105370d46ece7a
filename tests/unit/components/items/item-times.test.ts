import { expect, test } from 'vitest'
import { itemTime } from '@/components/items/item-parts'

const ITEM = {
  ...{ id: '7', text: '', link: null, place: 0, isNew: false },
  createdAt: '2010-03-18T12:00:00.000Z',
}

test('the date of a post is shown alone, and that of a person as when they joined', () => {
  const post = { ...ITEM, author: { id: '8', handle: 'ada', name: 'Ada' } }
  const person = { ...ITEM, author: { id: '7', handle: 'ada', name: 'Ada' } }
  expect(itemTime(post)).not.toContain('Joined')
  expect(itemTime(person)).toBe(`Joined ${itemTime(post)}`)
  expect(itemTime({ ...post, createdAt: null })).toBe('Time unknown')
  expect(itemTime({ ...person, createdAt: null })).toBe('')
})
