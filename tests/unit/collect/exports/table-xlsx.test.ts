import { expect, test } from 'vitest'
import { writeWorkbook } from '@/lib/collect/exports'
import { sheetRows } from '@/tests/support/read-exports'

test('tables become the sheets of a workbook, in which another library reads numbers as numbers and texts unchanged', async () => {
  const sheets = [
    {
      name: 'Usage',
      head: ['Search', 'Credits'],
      rows: [
        ['=1+1 & <b>', 12.5],
        ['Tea', null],
      ],
    },
    { name: 'About', head: ['What', 'Value'], rows: [['Team', '007']] },
  ]
  const chunks: Uint8Array[] = []
  for await (const chunk of writeWorkbook(sheets, new Date('2026-11-24T12:00:00Z'))) chunks.push(chunk)
  const workbook = Buffer.concat(chunks)
  expect(await sheetRows(workbook, 'Usage')).toEqual([
    ['Search', 'Credits'],
    ['=1+1 & <b>', 12.5],
    ['Tea', null],
  ])
  expect(await sheetRows(workbook, 'About')).toEqual([
    ['What', 'Value'],
    ['Team', '007'],
  ])
})
