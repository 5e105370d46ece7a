import { expect, test } from 'vitest'
import {
  describeFaults,
  describeHeading,
  describeRepeats,
  describeWrongPage,
  firstCsvColumn,
  MAX_SUBJECTS,
  parseSubjects,
  readSubject,
} from '@/lib/kernel'

test('a list has each subject once, and names the lines that repeat one or cannot be used', () => {
  const list = parseSubjects(' ada \r\n\n@Bob\nbob\nAda\ntwo words\n12345\n', 'user')
  expect(list.subjects).toEqual(['ada', 'Bob', '12345'])
  expect(describeRepeats(list)).toBe('Line 4 repeats line 3, line 5 repeats line 1.')
  expect(describeFaults(list)).toBe('Line 6, “two words”, is not the name of a user.')
})

test('each line that cannot be used is a sentence of its own', () => {
  expect(describeFaults(parseSubjects(`x.com/i/1\nada\n${'a b '.repeat(20)}\na\u0000b`, 'user'))).toBe(
    [
      'Line 1, “x.com/i/1”, is a page of the site, but no profile: use a name, or an address such as x.com/ada.',
      `Line 3, “${'a b '.repeat(15)}…”, is not the name of a user.`,
      'Line 4 holds control characters.',
    ].join(' '),
  )
})

test('queries may hold anything but a line’s end, and differ by case', () => {
  const list = parseSubjects('cats, dogs\nCats, dogs\n"a" OR b', 'query')
  expect(list).toEqual({
    subjects: ['cats, dogs', 'Cats, dogs', '"a" OR b'],
    ...{ heading: null, repeats: [], faults: [] },
  })
})

test.each([
  ['@Ada', 'Ada'],
  ['https://x.com/ada', 'ada'],
  ['https://twitter.com/Ada_L/', 'Ada_L'],
  ['http://www.x.com/@ada?lang=en', 'ada'],
  ['mobile.twitter.com/ada#top', 'ada'],
  ['https://x.com/ihome', 'ihome'],
  ['ada?lang=en', 'ada'],
  ['@ada/?s=20', 'ada'],
  ['x.com/login_name', 'login_name'],
])('%s names the user %s', (written, user) => {
  expect(readSubject(` ${written} `, 'user')).toBe(user)
  expect(parseSubjects(`bob\n${written}`, 'user').subjects).toEqual(['bob', user])
  expect(readSubject(written, 'query')).toBe(written)
})

test.each([
  'https://x.com/ada/status/1',
  'https://x.com/search?q=ada',
  'x.com/i/1',
  'x.com/i/lists/1?s=2',
  'x.com/login',
  'twitter.com/Home?x=1',
  'x.com/',
  'x.com',
  'x.com?lang=en',
])('%s is no profile, and says so', (written) => {
  expect(describeFaults(parseSubjects(written, 'user'))).toMatch(
    /^Line 1, “.*”, is a page of the site, but no profile/,
  )
  expect(describeWrongPage(` ${written} `, 'user')).toContain('no profile')
  expect(describeWrongPage(written, 'query')).toBeNull()
})

test('an address elsewhere names no user', () =>
  expect(describeFaults(parseSubjects('https://example.org/ada', 'user'))).toBe(
    'Line 1, “https://example.org/ada”, is not the name of a user.',
  ))

test.each([
  ['Username\nada', 'user', ['ada']],
  ['\nscreen_name\nada\nname', 'user', ['ada', 'name']],
  ['User ID\n12', 'user', ['12']],
  ['Keyword\nusername', 'query', ['username']],
  ['query\nquery', 'query', ['query']],
  // Not headings: the only line, a word of the other kind, and a name that only begins so.
  ['user', 'user', ['user']],
  ['query\nada', 'user', ['query', 'ada']],
  ['user1\nada', 'user', ['user1', 'ada']],
] as const)('the first line of %j may be a heading', (text, kind, subjects) => {
  const list = parseSubjects(text, kind)
  expect(list.subjects).toEqual(subjects)
  expect(describeFaults(list)).toBeNull()
})

test('a heading is named with its line, and a known subject is none', () => {
  expect(describeHeading(parseSubjects('\n Name\nada', 'user'))).toBe(
    'Line 2, “Name”, is a heading and was skipped.',
  )
  expect(parseSubjects('name\nada', 'user', 'name')).toMatchObject({
    subjects: ['name', 'ada'],
    heading: null,
  })
})

test('a list that is too long says from which line on', () => {
  const text = Array.from({ length: MAX_SUBJECTS + 7 }, (_, at) => `user${at}`).join('\n')
  const list = parseSubjects(text, 'user')
  expect(list.subjects).toHaveLength(MAX_SUBJECTS)
  expect(describeFaults(list)).toMatch(
    /^Line 501, “user500”, is more than the 500 that a search may have\. .* 2 more lines cannot be used\.$/,
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
