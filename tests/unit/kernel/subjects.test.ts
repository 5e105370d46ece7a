import { expect, test } from 'vitest'
import { describeFaults, describeRepeats, firstCsvColumn, MAX_SUBJECTS, parseSubjects } from '@/lib/kernel'

test('a list has each subject once, and names the lines that repeat one or cannot be used', () => {
  const list = parseSubjects(' ada \r\n\n@Bob\nbob\nAda\ntwo words\n12345\n', 'user')
  expect(list.subjects).toEqual(['ada', '@Bob', '12345'])
  expect(describeRepeats(list)).toBe('Line 4 repeats line 3, line 5 repeats line 1.')
  expect(describeFaults(list)).toBe('Line 6 is not the name of a user.')
})

test('queries may hold anything but a line’s end, and differ by case', () => {
  const list = parseSubjects('cats, dogs\nCats, dogs\n"a" OR b', 'query')
  expect(list).toEqual({ subjects: ['cats, dogs', 'Cats, dogs', '"a" OR b'], repeats: [], faults: [] })
})

test('a list that is too long says from which line on', () => {
  const text = Array.from({ length: MAX_SUBJECTS + 7 }, (_, at) => `user${at}`).join('\n')
  const list = parseSubjects(text, 'user')
  expect(list.subjects).toHaveLength(MAX_SUBJECTS)
  expect(describeFaults(list)).toMatch(
    /^Line 501 is more than the 500 that a search may have, .* and 2 more\.$/,
  )
})

test.each([
  ['ada,1\nbob,2', 'ada\nbob'],
  ['\uFEFFada;1\r\n"bob ""b""";2', 'ada\nbob "b"'],
  ['ada\t1', 'ada'],
  ['ada\nbob', 'ada\nbob'],
])('the first column of %j is %j', (file, column) => {
  expect(firstCsvColumn(file)).toBe(column)
})
