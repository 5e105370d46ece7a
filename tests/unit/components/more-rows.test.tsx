import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MoreRows } from '@/components/ui'

const markupOf = (rows: number) =>
  renderToStaticMarkup(
    <MantineProvider>
      <MoreRows>
        {Array.from({ length: rows }, (_, place) => (
          <p key={String(place)}>row</p>
        ))}
      </MoreRows>
    </MantineProvider>,
  )

test.each([
  [0, 0, null],
  [20, 20, null],
  [21, 20, 'Show 1 more of 1'],
  [100, 20, 'Show 20 more of 80'],
])('of %i rows %i are shown at first', (rows, shown, more) => {
  const markup = markupOf(rows)
  expect(markup.split('<p>').length - 1).toBe(shown)
  expect(markup.includes('Show ')).toBe(more !== null)
  expect(markup).toContain(more ?? '')
})
