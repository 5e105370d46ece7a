import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { UsageTable } from '@/components/usage'
import { NO_SUMS } from '@/lib/money/usage'

const rows = (many: number) =>
  Array.from({ length: many }, (_, place) => ({
    ...{ member: `m${place}`, name: `Search ${place}`, share: 0.1, before: null },
    sums: { ...NO_SUMS, pages: 1, items: many - place },
  }))

const shown = (many: number, allHref: string | null) =>
  renderToStaticMarkup(
    <MantineProvider>
      <UsageTable
        {...{ what: 'Search', rows: rows(many), measure: 'items', isCompared: false, allHref, hrefs: {} }}
      />
    </MantineProvider>,
  )
const countRows = (html: string) => html.split('Search ').length - 1

test('of many members the fifty largest are shown, with a link to all of them', () => {
  const html = shown(51, '/acme/usage?rows=all')
  expect(countRows(html)).toBe(50)
  expect(html).toContain('Show all 51')
  expect(html).toContain('href="/acme/usage?rows=all"')
  expect(html).not.toContain('Search 50')
})

test('all are shown where they are asked for, or where they are few', () => {
  expect(countRows(shown(51, null))).toBe(51)
  const few = shown(50, '/acme/usage?rows=all')
  expect([countRows(few), few.includes('Show all')]).toEqual([50, false])
})
