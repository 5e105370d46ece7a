import { readdirSync, readFileSync } from 'node:fs'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { seriesColors } from '@/components/charts/chart-data'
import { ChartTable } from '@/components/charts/chart-table'
import { EnvironmentBadge, StateBadge, type Tone } from '@/components/ui/badges'
import { DataTable } from '@/components/ui/data-table'
import { ErrorState } from '@/components/ui/error-state'
import { Credits } from '@/components/ui/figures'
import { ForbiddenState } from '@/components/ui/forbidden-state'
import { PasswordField } from '@/components/ui/password-field'
import { PlainText } from '@/components/ui/plain-text'
import { RelativeTime } from '@/components/ui/relative-time'
import { Segments } from '@/components/ui/segments'
import { StatementTable } from '@/components/wallets/statement-table'

const markup = (node: ReactNode): string => renderToStaticMarkup(<MantineProvider>{node}</MantineProvider>)
const cells = (html: string, tag: 'th' | 'td'): string[] =>
  [...html.matchAll(new RegExp(`<${tag}[ >].*?</${tag}>`, 'g'))].map(([cell]) => cell.replace(/<[^>]+>/g, ''))

test('other people’s text stays text, in its own direction, with its line breaks', () => {
  const html = markup(<PlainText>{'<img src=x onerror=alert(1)>\nשלום'}</PlainText>)
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;\nשלום')
  expect(html).not.toContain('<img')
  expect(html).toContain('dir="auto"')
  const name = /class="([^"]*plain[^"]*)"/.exec(html)?.[1]
  expect(name).toBeDefined()
  const rule = /\.plain \{([^}]*)\}/.exec(readFileSync('components/ui/plain-text.module.css', 'utf8'))?.[1]
  expect(rule).toContain('white-space: pre-wrap')
  expect(rule).toContain('unicode-bidi: isolate')
})

test('a time shows how long ago it was, and exactly when in which zone', () => {
  const [at, now] = [new Date('2026-11-20T10:00:00Z'), new Date('2026-11-20T12:00:00Z')]
  const html = markup(<RelativeTime at={at} now={now} timeZone="Asia/Kolkata" />)
  expect(html).toContain('>2 h ago</time>')
  expect(html).toContain('title="20 Nov 2026, 15:30 (Asia/Kolkata)"')
  expect(html).toContain('dateTime="2026-11-20T10:00:00.000Z"')
})

test('after a day a time is shown as the moment, after most of a year with its year', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const shown = (at: string) => markup(<RelativeTime at={new Date(at)} now={now} timeZone="UTC" />)
  expect(shown('2026-11-19T12:00:30Z')).toContain('>24 h ago</time>')
  expect(shown('2026-11-19T12:00:00Z')).toContain('>19 Nov, 12:00</time>')
  expect(shown('2025-11-19T12:00:00Z')).toContain('>19 Nov 2025, 12:00</time>')
})

test('only the number of a sum is a link, and nothing is none', () => {
  const html = (amount: bigint) =>
    markup(<Credits amount={amount} unit="credits" period="30 days" href="/usage" />)
  expect(html(1_500_000_000n)).toMatch(
    /<span [^>]*data-period="30 days"[^>]*><a [^>]*href="\/usage"[^>]*>1\.50<\/a><\/span>/,
  )
  expect(html(0n)).toMatch(/>0\.00<\/span>/)
  expect(html(0n)).not.toContain('<a')
})

test('a state has the sign of a ban only if it blocks', () => {
  const html = (tone: Tone) => markup(<StateBadge tone={tone}>Over budget</StateBadge>)
  expect(html('blocks')).toContain('icon-ban')
  expect(html('bad')).not.toContain('icon-ban')
  expect(html('blocks')).toContain('data-tone="bad"')
})

test('an error names its request and offers to try again', () => {
  const html = markup(<ErrorState requestId="req_7" onRetry={() => undefined} />)
  expect(html).toContain('role="alert"')
  expect(html).toContain('req_7')
  expect(html).toContain('Try again')
})

test('a refusal names the role and who can give it', () => {
  const html = markup(<ForbiddenState needs="admin" toDo="see keys" />)
  expect(html).toContain('This needs the role admin')
  expect(html).toContain('An admin of your team can give it to you.')
})

test('a refused password is announced to everybody, and its eye is reachable by keyboard', () => {
  const html = markup(<PasswordField label="Password" error="Too short." />)
  expect(html).toMatch(/<input[^>]*aria-invalid="true"/)
  expect(html).toMatch(/<button[^>]*tabindex="0"[^>]*aria-label="Show what is typed"/i)
  expect(markup(<PasswordField label="Password" />)).not.toContain('aria-invalid')
})

test('an environment has the same colour in its chip and in a chart', () => {
  const html = markup(<EnvironmentBadge color="red">production</EnvironmentBadge>)
  expect(html).toContain(`background:${seriesColors([{ key: 'a', color: 'red' }])[0]}`)
})

test('actions stay visible while a table scrolls', () => {
  const columns = [
    { key: 'name', label: 'Name', render: () => 'a' },
    { key: 'role', label: 'Role', render: () => 'Admin' },
    { key: 'actions', label: 'Actions', isActions: true, render: () => 'Delete' },
  ]
  const html = markup(<DataTable caption="Keys" columns={columns} rows={[1]} keyOf={String} />)
  expect(html).toMatch(/<td class="[^"]*actions[^"]*"[^>]*>Delete/)
  const css = readFileSync('components/ui/table.module.css', 'utf8')
  expect(css).toMatch(/\.actions \{[^}]*position: sticky/)
  // On a phone each row of such a table is a card, in which each cell has its label.
  expect(html).toMatch(/<table class="[^"]*table[^"]*" role="table"/)
  expect(html).toMatch(/<td data-label="Role" role="cell">Admin/)
})

test('if a row is named by a number, its card says of what', () => {
  const columns = [{ key: 'page', label: 'Page', onCard: 'named' as const, render: () => '2' }]
  const html = markup(<DataTable caption="Calls" columns={columns} rows={[1]} keyOf={String} />)
  expect(html).toMatch(/<td data-label="Page" data-card="named" role="cell">2/)
  const css = readFileSync('components/ui/table.module.css', 'utf8')
  expect(css).toMatch(/\[data-card="named"\]:first-child::before \{\s*content: attr\(data-label\)/)
})

test('each table with actions marks their column', () => {
  const files = readdirSync('components', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => `components/${file}`)
  const silent = files.filter((file) =>
    /label: 'Actions',(?!\s*isActions: true)/.test(readFileSync(file, 'utf8')),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(silent).toEqual([])
})

test('a table has a name, column heads, and can be scrolled by keyboard', () => {
  const columns = [
    { key: 'name', label: 'Name', render: (row: { name: string }) => row.name },
    { key: 'items', label: 'Items', isNumeric: true, render: () => 7 },
  ]
  const html = markup(
    <DataTable caption="Keys" columns={columns} rows={[{ name: 'a' }]} keyOf={({ name }) => name} />,
  )
  expect(html).toMatch(
    /role="region"[^>]*aria-label="Table: Keys"|aria-label="Table: Keys"[^>]*role="region"/,
  )
  expect(html).toContain('tabindex="0"')
  expect(html.match(/scope="col"/g)).toHaveLength(2)
  expect(cells(html, 'td')).toEqual(['a', '7'])
})

test('a chart’s table contains the texts of the chart, its total and its gaps', () => {
  const data = {
    ...{ unit: 'items', axis: 'Items a day' },
    buckets: [
      { key: 'a', label: '1', title: '1 Nov' },
      { key: 'b', label: '2', title: '2 Nov' },
    ],
    series: [
      { key: 'x', label: 'X', values: [1000, 0], texts: ['1,000', '0'] },
      { key: 'y', label: 'Y', values: [5, null], texts: ['5', 'unknown'] },
    ],
    totals: ['1,005', 'unknown'],
    line: { label: 'Balance', axis: 'Balance, credits', values: [9, null], texts: ['9', 'unknown'] },
  }
  const html = markup(<ChartTable name="Spend" data={data} onSelect={() => undefined} />)
  expect(cells(html, 'th')).toEqual(['Time', 'X (items)', 'Y (items)', 'Total (items)', 'Balance'])
  expect(cells(html, 'td')).toEqual([
    ...['1 Nov', '1,000', '5', '1,005', '9'],
    ...['2 Nov', '0', 'unknown', 'unknown', 'unknown'],
  ])
  // The one 0 is no link, because no spend is behind it.
  expect(html.match(/<button/g)).toHaveLength(5)
})

test('a switch is a named group of radio buttons, one of which is checked', () => {
  const choices = ['chart', 'table'].map((value) => ({ value, label: value }))
  const html = markup(
    <Segments label="How to show" choices={choices} value="table" onChange={() => undefined} />,
  )
  expect(html).toContain('role="radiogroup" aria-label="How to show"')
  expect(html.match(/type="radio"/g)).toHaveLength(2)
  expect(html).toMatch(/<input[^>]*checked=""[^>]*value="table"|<input[^>]*value="table"[^>]*checked=""/)
})

test('a statement indents only the parts of a subtotal', () => {
  const line = (key: string, kind: 'subtotal' | 'part', items: number | null) => ({
    ...{ key, kind, label: key, items, nano: -1n },
  })
  const lines = [
    line('pages', 'subtotal', 5),
    line('searches', 'part', 5),
    line('unknown calls', 'part', null),
  ]
  const html = markup(
    <StatementTable
      {...{ caption: 'x', unit: 'credits', notes: [], lines, colors: new Map([['pages', 'red']]) }}
    />,
  )
  // A sum is no paler than its parts, and an environment has its colour.
  expect(html).not.toContain('dimmed')
  expect(html.match(/background:var\(--chart-plum\)/g)).toHaveLength(1)
  // Only the part is indented.
  const indented = [...html.matchAll(/<p[^>]*padding-left:[^;"]*spacing-md[^>]*>([^<]+)</g)].map(
    ([, label]) => label,
  )
  expect(indented).toEqual(['searches'])
})
