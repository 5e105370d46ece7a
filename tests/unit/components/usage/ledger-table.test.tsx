import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LedgerTable } from '@/components/usage'

const ENTRY = {
  id: 'e',
  outcome: 'SETTLED',
  items: 20,
  reservedItems: 20,
  priceNano: 150_000_000n,
  chargeNano: 3_000_000_000n,
  httpStatus: 200,
  reason: 'Bought in a test',
  latencyMs: 85,
  waitedMs: 1200,
  at: new Date('2026-11-20T10:00:00Z'),
  keyPrefix: 'xd_live_ab',
  environmentName: 'production',
  memberName: 'Ada',
  searchName: 'Coffee',
  operation: 'search',
  runId: 'r',
  pageNumber: 2,
  principal: 'member',
  principalId: 'm',
} as const

const ENVIRONMENTS = [{ name: 'production', color: 'red' }]

test('the ledger fits beside the navigation on a screen 1,280 pixels wide, with all of its facts', () => {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <LedgerTable team="t" entries={[ENTRY]} environments={ENVIRONMENTS} hasTimes />
    </MantineProvider>,
  )
  expect(Number(/--least:(\d+)/.exec(html)?.[1])).toBeLessThanOrEqual(960)
  for (const told of [
    'HTTP 200 · Bought in a test',
    '0.15 per item',
    'After waiting 1.2 s',
    '85 ms',
    'xd_live_ab…',
  ])
    expect(html).toContain(told)
  // The second line of a card states the number of items.
  expect(html).toMatch(/data-card="line"[^>]*><span[^>]*data-unit="items">20</)
})

test('an outcome is a state with its word, and an environment has its colour', () => {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <LedgerTable
        team="t"
        entries={[ENTRY, { ...ENTRY, id: 'f', outcome: 'UNKNOWN', environmentName: 'a former name' }]}
        environments={ENVIRONMENTS}
      />
    </MantineProvider>,
  )
  expect(html).toMatch(/title="HTTP 200 · Bought in a test"[^>]*>Settled/)
  expect(html).toMatch(/data-tone="warn"[^>]*>(<svg.*?<\/svg>)?Unknown/)
  expect(html).toContain('may have been charged · HTTP 200')
  // The duration of calls is shown on a key's page only.
  expect(html).not.toContain('85 ms')
  expect(html.match(/background:var\(--chart-plum\)/g)).toHaveLength(1)
})
