import type { ExportItem } from '@/lib/collect/exports/columns'
import type { RawItem } from '@/lib/collect/items'
import type { Item } from '@/lib/upstream/client'

/** Texts that a file format may harm: formulas, quotes, line breaks, escapes, and letters of all kinds. */
export const ODD_TEXTS: readonly string[] = [
  '=1+1',
  '+1',
  '-2',
  '@SUM(A1)',
  '"quoted", with commas; and semicolons',
  'a\nb\r\nc\rd\te',
  '\r',
  '\tx',
  ' \n ',
  '  padded  ',
  'مرحبا بالعالم',
  'שלום \u202ereversed\u202c',
  '👩‍👩‍👧 🏳️‍🌈 e\u0301',
  '99999999999999999999',
  '1e5',
  '2026-01-02',
  'true',
  '\u0000\u0001\u000b\u001f\u007f\u0085\u009f',
  '\ufffe\uffff\u2028\u2029\u00a0',
  '\ufeffmarked',
  '_x0041_',
  '_X0041_ _x005F_ _xD83D_',
  '_x000D\r',
  '__x0041_x0042_',
  ']]>',
  '&lt;b&gt; &amp; <b>"\'</b>',
  '\ud83d alone',
  'alone \udc69',
  '',
]

/** The most that a cell of a spreadsheet takes. */
export const MAX_CHARACTERS = 32_767

/** Longer than a cell of a spreadsheet, with a character in two halves where the cell ends. */
export const LONG_TEXT = `${'x'.repeat(MAX_CHARACTERS - 1)}👩 and on`

const LONG_EVERY = 9973
const FIRST_ID = 18_446_744_073_709_551_615n
const FIRST_TIME = Date.UTC(2025, 9, 26)
const MINUTE_MS = 60_000

/** The `place`th of a run's odd items, always the same; each of the texts stands in each column of text. */
export function oddItem(place: number, isNew = true): Item & RawItem {
  const odd = (shift: number) => ODD_TEXTS[(place + shift) % ODD_TEXTS.length] ?? ''
  const orNull = (shift: number) => ((place + shift) % 7 === 0 ? null : odd(shift))
  const id = String(FIRST_ID + BigInt(place))
  const text =
    place % LONG_EVERY === LONG_EVERY - 1 ? LONG_TEXT : `${odd(0)}${place % 3 === 0 ? '' : ` ${place}`}`
  return {
    id,
    text,
    author: { id: orNull(1), handle: orNull(2), name: orNull(3) },
    createdAt: place % 11 === 0 ? null : new Date(FIRST_TIME + place * MINUTE_MS).toISOString(),
    link: place % 5 === 0 ? null : `https://example.test/${place}?a=1&b=${encodeURIComponent('é"')}`,
    raw: { id, text, counts: { likes: place % 977, views: null }, tags: [odd(4), odd(5)] },
    place,
    isNew,
  }
}

/** The same as a file holds it, some of them starred or with a note. */
export const oddExportItem = (place: number, isNew = true): ExportItem => ({
  ...oddItem(place, isNew),
  isStarred: place % 4 === 0,
  note: (place % 3 === 0 && ODD_TEXTS[(place + 4) % ODD_TEXTS.length]) || null,
})

/** Items some at a time, as a run's view brings them. */
export async function* someAtATime(items: readonly ExportItem[], size = 100): AsyncGenerator<ExportItem[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}
