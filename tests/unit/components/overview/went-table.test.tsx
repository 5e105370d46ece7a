import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type SpendBreakdownRow, SpendBreakdownTable } from '@/components/overview'

const ROW: SpendBreakdownRow = {
  ...{ key: 's', name: 'Coffee', href: null, items: 50, searched: 50 },
  ...{ nano: 10_000_000_000n, beforeNano: 0n, again: { items: 0, nano: 0n } },
}

const html = (rows: readonly SpendBreakdownRow[]): string =>
  renderToStaticMarkup(
    <MantineProvider>
      <SpendBreakdownTable what="Search" rows={rows} />
    </MantineProvider>,
  )
const words = (rows: readonly SpendBreakdownRow[]): string =>
  html(rows)
    .replace(/<style.*?<\/style>/g, '')
    .replace(/<[^>]*>/g, '|')

test('a first spend is called so, not “new”, which describes items', () => {
  expect(words([ROW])).toContain('|first spend|')
  expect(words([ROW])).not.toContain('|new|')
})

test('the legend names the colours of those bars that are drawn', () => {
  // Subtracts the last column's head, which has the same name.
  const named = (text: string) => text.split('|Bought again|').length - 2
  expect(words([ROW])).toContain('|New|')
  expect(words([ROW])).not.toContain('not compared')
  expect(named(words([ROW]))).toBe(0)
  const mixed = { ...ROW, key: 'g', searched: 40 }
  const repeated = { ...ROW, key: 'r', again: { items: 25, nano: 5_000_000_000n } }
  const all = words([ROW, mixed, repeated])
  expect(all).toMatch(/New\|.*Bought again\|.*Services and provider tests, not compared/)
  expect(named(all)).toBe(1)
})

test('what is compared with nothing has no bar beside those that are, which keep their length', () => {
  const service = { ...ROW, key: 'g', nano: 10n * ROW.nano, searched: 0, again: null }
  const half = { ...ROW, key: 'h', nano: ROW.nano / 2n }
  const widths = (rows: readonly SpendBreakdownRow[]) =>
    [...html(rows).matchAll(/style="width:(\d+)px"/g)].map(([, width]) => Number(width))
  expect(widths([service, ROW, half])).toEqual([150, 75])
  expect(words([service, ROW])).toContain('|Not compared|')
  // Among themselves they have bars, which are shares.
  expect(widths([service, { ...service, key: 'i', nano: ROW.nano }])).toEqual([150, 15])
  expect(words([service])).toContain('|Share|')
})
