import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const rowsOf = async (): Promise<[rule: string, file: string, title: string][]> => {
  const [, section = ''] = (await readFile('docs/call/sandbox.md', 'utf8')).split('\n## Interface\n')
  const rows = section.split('\n## ')[0]?.match(/^\| (?!Rule|---).*$/gm) ?? []
  return rows.map((row) => {
    const [rule = '', where = ''] = row.slice(2, -2).split(' | ')
    const [file = '', ...title] = where.split(': ')
    return [rule, file, title.join(': ')]
  })
}

test('each rule of the interface in docs/call/sandbox.md has the test that it names', async () => {
  const rows = await rowsOf()
  expect(rows.length).toBeGreaterThan(20)
  const missing: string[] = []
  for (const [rule, file, title] of rows) {
    const source = await readFile(`tests/unit/sandbox/${file}.test.ts`, 'utf8').catch(() => '')
    const titles = source.match(/(?:test(?:\.each)?|\))\(\s*['"`](.*)['"`]/g) ?? []
    if (title === '' || !titles.some((one) => one.includes(title)))
      missing.push(`${rule} (${file}: ${title})`)
  }
  expect(missing).toEqual([])
})
