import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { UsageTable } from '@/components/usage'
import { ZERO_SUMS } from '@/lib/money/usage'

const rows = (many: number) =>
  Array.from({ length: many }, (_, place) => ({
    ...{ member: `m${place}`, name: `Search ${place}`, share: 0.1, before: null },
    sums: { ...ZERO_SUMS, pages: 1, items: many - place },
  }))

const shown = (many: number, allHref: string | null) =>
  renderToStaticMarkup(
    <MantineProvider>
      <UsageTable
        {...{
          what: 'Search',
          rows: rows(many),
          measure: 'items',
          isCompared: false,
          allHref,
          measureHrefs: { items: '/acme/usage?measure=items', pages: '/acme/usage?measure=pages' },
          hrefs: {},
          walletOf: () => null,
          colorOf: () => null,
        }}
      />
    </MantineProvider>,
  )
const countRows = (html: string) => html.split('Search ').length - 1

test('of many members the fifteen largest are shown, with a link to all', () => {
  const html = shown(16, '/acme/usage?rows=all')
  expect(countRows(html)).toBe(15)
  expect(html).toContain('Show all 16')
  expect(html).toContain('href="/acme/usage?rows=all"')
  expect(html).not.toContain('Search 15')
})

test('all members are shown on request, or if they are few', () => {
  expect(countRows(shown(16, null))).toBe(16)
  const few = shown(15, '/acme/usage?rows=all')
  expect([countRows(few), few.includes('Show all')]).toEqual([15, false])
})

test('the head of a measure orders the rows by it, and is marked if it does', () => {
  const html = shown(1, null)
  expect(html).toMatch(/<th[^>]*aria-sort="descending"[^>]*>Items<\/th>/)
  expect(html).toMatch(/<a[^>]*href="\/acme\/usage\?measure=pages"[^>]*>Pages<\/a>/)
  expect(html).not.toContain('href="/acme/usage?measure=items"')
})

test('if services bought some of the items, a note says what the columns of searches cover', () => {
  const sums = { ...ZERO_SUMS, pages: 2, items: 70, nano: 13_000_000_000n }
  const told = (items: number) =>
    renderToStaticMarkup(
      <MantineProvider>
        <UsageTable
          {...{
            what: 'Environment',
            measure: 'credits',
            isCompared: false,
            allHref: null,
            measureHrefs: {},
            hrefs: {},
            walletOf: () => null,
          }}
          rows={[
            {
              ...{ member: 'p', name: 'production', share: 1, before: null },
              sums: { ...sums, searched: { items, newItems: items, nano: 10_000_000_000n } },
            },
          ]}
          colorOf={() => 'red'}
        />
      </MantineProvider>,
    )
  expect(told(50)).toContain('are counted for searches only: 50 of the 70 items, for 10.00 credits.')
  expect(told(50)).toContain('background:var(--chart-plum)')
  expect(told(70)).not.toContain('searches only')
})
