import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RunTable } from '@/components/runs/run-table'
import type { RunView } from '@/lib/collect/runs'
import { RUN } from '@/tests/factories/run-view'

/** Returns the text of the last cell in the run's row, and its title. */
function chargeOf(of: Partial<RunView>): string {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <RunTable team="t" runs={[{ ...RUN, ...of }]} now={new Date(0)} />
    </MantineProvider>,
  )
  const cell = html.slice(html.lastIndexOf('<td'), html.lastIndexOf('</td>'))
  const title = /title="([^"]*)"/.exec(cell)?.[1]
  return `${cell
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()} (${title})`
}

test('the figure of a run is an amount, with its unknowns below, and in full as the title', () => {
  expect(chargeOf({})).toBe('9.60 (9.60 credits)')
  const lost = { unknownCalls: 1, unknownItems: 50 }
  expect(chargeOf(lost)).toBe('9.60 + 1 unknown call (9.60 credits + unknown (1 call, at most 50 items))')
  expect(chargeOf({ ...lost, pages: 0, items: 0, chargeNano: 0n })).toBe(
    'Unknown 1 unknown call (Unknown (1 call, at most 50 items))',
  )
  expect(chargeOf({ unpricedItems: 40, chargeNano: 0n })).toBe(
    'Unknown 40 items without a price (40 items without a known price)',
  )
})

test('runs of one search show their queries if these differ', () => {
  const render = (...subjects: string[]) => {
    const runs = subjects.map((subject, n) => ({ ...RUN, id: `r${n}`, subject }))
    return renderToStaticMarkup(
      <MantineProvider>
        <RunTable team="t" runs={runs} now={new Date(0)} kind="of-one-search" />
      </MantineProvider>,
    )
  }
  expect(render('ada', 'ada')).not.toContain('ada')
  const changed = render('grace', 'ada')
  for (const subject of ['grace', 'ada']) expect(changed).toContain(subject)
})
