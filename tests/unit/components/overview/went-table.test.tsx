import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type SpendBreakdownRow, SpendBreakdownTable } from '@/components/overview'

const ROW: SpendBreakdownRow = {
  ...{ key: 's', name: 'Coffee', href: null, items: 50, searched: 50 },
  ...{ nano: 10_000_000_000n, beforeNano: 0n, again: { items: 0, nano: 0n } },
}

const words = (rows: readonly SpendBreakdownRow[]): string =>
  renderToStaticMarkup(
    <MantineProvider>
      <SpendBreakdownTable what="Search" rows={rows} />
    </MantineProvider>,
  )
    .replace(/<style.*?<\/style>/g, '')
    .replace(/<[^>]*>/g, '|')

test('what was not spent on before says so, and not “new”, which is said of items', () => {
  expect(words([ROW])).toContain('|first spend|')
  expect(words([ROW])).not.toContain('|new|')
})

test('the colours of the bars have their names, as far as they are drawn', () => {
  // The last column has the name of one of them.
  const named = (text: string) => text.split('|Bought again|').length - 2
  expect(words([ROW])).toContain('|New|')
  expect(words([ROW])).not.toContain('not compared')
  expect(named(words([ROW]))).toBe(0)
  const service = { ...ROW, key: 'g', searched: 0, again: null }
  const repeated = { ...ROW, key: 'r', again: { items: 25, nano: 5_000_000_000n } }
  const all = words([ROW, service, repeated])
  expect(all).toMatch(/New\|.*Bought again\|.*Services and provider tests, not compared/)
  expect(named(all)).toBe(1)
})
