import { expect, test } from 'vitest'
import { howRunContinues } from '@/components/runs/run-end'

const open = { run: { isInBackground: false }, mayRun: true, endReason: null }
const inBackground = { ...open, run: { isInBackground: true } }
const viewer = { ...open, mayRun: false }

test.each([
  ['a tab that keeps the place', { ...open, continuation: 'sealed' }, 'next'],
  ['a tab without the place', { ...open, continuation: null }, 'end'],
  ['a tab that has not looked yet', { ...open, continuation: undefined }, 'unread'],
  ['a run that has ended', { ...open, endReason: 'last_page' as const, continuation: null }, 'end'],
  [
    'a run that ended in another tab',
    { ...open, endReason: 'last_page' as const, continuation: 'sealed' },
    'end',
  ],
  ['a run in the background', { ...inBackground, continuation: null }, 'background'],
  [
    'a run in the background, before the tab looked',
    { ...inBackground, continuation: undefined },
    'background',
  ],
  [
    'a cancelled run in the background',
    { ...inBackground, endReason: 'cancelled' as const, continuation: null },
    'end',
  ],
  ['a viewer', { ...viewer, continuation: 'sealed' }, null],
  ['a viewer whose tab has not looked yet', { ...viewer, continuation: undefined }, 'unread'],
  ['a viewer without the place', { ...viewer, continuation: null }, 'end'],
])('%s', (_, here, way) => {
  expect(howRunContinues(here)).toBe(way)
})
