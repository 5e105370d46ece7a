import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { describeMarkAuthor, MarkButtons, MarkSummary } from '@/components/items/mark-buttons'
import { canChangeView } from '@/components/items/use-marks'
import { oddItem } from '@/tests/factories/odd-items'
import { showTeam } from '@/tests/support/shown-team'

afterEach(() => showTeam(null))

const mark = {
  itemId: '7',
  state: 'starred' as const,
  note: '',
  byName: 'Grace',
  at: '2026-11-21T12:00:00.000Z',
}
const item = { ...oddItem(6), author: { id: '1', handle: 'ada', name: 'Ada' } }
const marking = { toggle: () => undefined, editNote: () => undefined }

test('each button names its item, and whether it is on', () => {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <MarkButtons item={item} mark={mark} marking={marking} />
    </MantineProvider>,
  )
  const buttons = html.match(/<button[^>]*>/g) ?? []
  expect(buttons.map((button) => /aria-label="([^"]*)"/.exec(button)?.[1])).toEqual([
    'Star item 7 by Ada',
    'Hide item 7 by Ada',
    'Note on item 7 by Ada',
  ])
  expect(buttons.map((button) => /aria-pressed="([^"]*)"/.exec(button)?.[1])).toEqual([
    'true',
    'false',
    undefined,
  ])
})

test('those who may only read see what is marked', () => {
  expect(renderToStaticMarkup(<MarkSummary mark={mark} />)).toContain('Starred')
  expect(renderToStaticMarkup(<MarkSummary mark={{ ...mark, state: 'hidden' }} />)).toContain('Hidden')
  expect(renderToStaticMarkup(<MarkSummary mark={{ ...mark, state: 'none', note: 'x' }} />)).toBe('')
})

test('a mark shows who last set it and when; an empty one shows nobody', () => {
  showTeam({ timeZone: 'Asia/Kolkata' })
  expect(describeMarkAuthor(mark)).toBe('Grace, 21 Nov 2026, 17:30')
  expect(describeMarkAuthor({ ...mark, state: 'none' })).toBeNull()
  expect(describeMarkAuthor(undefined)).toBeNull()
})

test('a view is requested again if a mark may change what it shows', () => {
  const all = { text: '', only: 'all' }
  expect(canChangeView(all, { state: 'starred' })).toBe(false)
  expect(canChangeView(all, { note: 'x' })).toBe(false)
  expect(canChangeView(all, { state: 'hidden' })).toBe(true)
  expect(canChangeView({ text: 'x', only: 'all' }, { note: 'x' })).toBe(true)
  expect(canChangeView({ text: '', only: 'starred' }, { state: 'none' })).toBe(true)
})
