import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ASVS_NUMBERS } from './asvs-numbers'
import { chaptersIn, faultsOf, filesIn, summaryOf } from './security'

const text = readFileSync('docs/run/security.md', 'utf8')
const chapters = chaptersIn(text)
const judgements = chapters.flatMap((chapter) => chapter.judgements)

test('each requirement of levels 1 and 2 is judged once, in the standard’s order', () => {
  expect(ASVS_NUMBERS).toHaveLength(253)
  expect(judgements.map(({ number }) => number)).toEqual(ASVS_NUMBERS)
  for (const { title, judgements: own } of chapters)
    for (const { number } of own) expect(title).toMatch(new RegExp(`^V${number.split('.', 1)[0]} `))
})

test('the summary’s counts match the tables', () => {
  const lines = text.split('\n').filter((line) => /^\| (V\d+ |\*\*All)/.test(line))
  expect(lines).toEqual(summaryOf(chapters))
})

test('each judgement has a state, a file that meets it, and a test or a note that there is none', () => {
  expect(judgements.flatMap(faultsOf)).toEqual([])
})

test('each named file exists', () => {
  expect([...new Set(filesIn(text))].filter((path) => !existsSync(path))).toEqual([])
})

const PLANTED = `| **V1 Words** | | | | |
| 1.1.1 | a | met | \`lib/a/b.ts\` | \`tests/unit/a.test.ts\`, \`lib/a/b.ts\` |
| 1.1.2 | b | mostly | nothing |  |
| 1.1.3, 1.1.4 | c | met | nothing | none |
| **V2 More** | does not apply: 2.1.1, 2.1.10 (none) | | | |
`

test('finds a row without a state, a file or a test, and reads chapters that do not apply', () => {
  const planted = chaptersIn(PLANTED)
  const all = planted.flatMap((chapter) => chapter.judgements)
  expect(all.map(({ number }) => number)).toEqual(['1.1.1', '1.1.2', '1.1.3', '1.1.4', '2.1.1', '2.1.10'])
  expect(all.flatMap(faultsOf)).toEqual([
    '1.1.1: lib/a/b.ts is no test',
    '1.1.2: the state “mostly” is unknown',
    '1.1.2: no test is named',
    '1.1.3: no file meets it',
    '1.1.4: no file meets it',
  ])
  expect(summaryOf(planted)).toEqual([
    '| V1 Words | 3 | 0 | 0 | 0 | 2 |',
    '| V2 More | 0 | 0 | 0 | 2 | 0 |',
    '| **All** | 3 | 0 | 0 | 2 | 2 |',
  ])
})
