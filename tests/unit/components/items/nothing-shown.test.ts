import { expect, test } from 'vitest'
import { explainNoItemsShown } from '@/components/items/nothing-shown'

test('an empty view explains itself: all items of a first run are new, so none is marked', () => {
  const view = { text: '', only: 'new' } as const
  expect(explainNoItemsShown(view, true)).toEqual({
    title: 'No items marked as new',
    text: 'This is the first run: all of its items are new, so none is marked.',
  })
  expect(explainNoItemsShown(view, false).text).toBe(
    'Earlier runs of this search brought all of these items.',
  )
})

test('each choice has its own words, and the wanted text is named', () => {
  const titles = (['all', 'starred', 'noted', 'hidden'] as const).map(
    (only) => explainNoItemsShown({ text: '', only }, true).title,
  )
  expect(titles).toEqual([
    'All items are hidden',
    'No starred items',
    'No items with a note',
    'No hidden items',
  ])
  expect(explainNoItemsShown({ text: 'beans', only: 'starred' }, false)).toEqual({
    title: 'No matching items',
    text: 'None of them contains “beans”.',
  })
})
