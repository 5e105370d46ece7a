import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CallTable } from '@/components/runs/call-table'

const calls = [4, 3, 2, 1].map((pageNumber) => ({
  ...{ id: String(pageNumber), at: new Date(0), pageNumber, outcome: 'SETTLED' as const, reason: null },
  ...{ items: 20, reservedItems: 20, chargeNano: 1n, waitedMs: 1, latencyMs: 1 },
}))

test('every shown call has the number of its attempt while older calls are left out', () => {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <CallTable calls={calls} shown={3} isWhole={false} hasMore={false} team="team" runId="run" />
    </MantineProvider>,
  )
  expect(html).toContain('The newest 3 calls')
  expect(html).toContain('Raw JSON of page 2')
  expect(html).not.toContain('Raw JSON of page 1')
  expect(html).not.toContain('—')
})
