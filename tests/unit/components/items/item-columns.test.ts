import { expect, test } from 'vitest'
import { DEFAULT_COLUMNS, ITEM_COLUMNS, toItemColumns } from '@/components/items/item-columns'

test('columns are in the table’s own order, each once', () => {
  expect(toItemColumns(['id', 'note', 'time', 'note'])).toEqual(['time', 'note', 'id'])
  expect(toItemColumns([...ITEM_COLUMNS].reverse())).toEqual(ITEM_COLUMNS)
})

test('an address that names no columns shows the usual ones', () => {
  expect(toItemColumns([])).toEqual(DEFAULT_COLUMNS)
})
