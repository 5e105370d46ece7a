import { expect, test } from 'vitest'
import { columnsOf, ITEM_COLUMNS, USUAL_COLUMNS } from '@/components/items/item-columns'

test('columns stand in the table’s own order, each once', () => {
  expect(columnsOf(['id', 'note', 'time', 'note'])).toEqual(['time', 'note', 'id'])
  expect(columnsOf([...ITEM_COLUMNS].reverse())).toEqual(ITEM_COLUMNS)
})

test('an address that names none shows the usual ones', () => {
  expect(columnsOf([])).toEqual(USUAL_COLUMNS)
})
