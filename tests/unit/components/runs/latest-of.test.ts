import { expect, test } from 'vitest'
import { latestOf } from '@/components/runs/use-run-progress'
import type { RunProgress, RunView } from '@/lib/collect/runs'
import { RUN } from '@/tests/factories/run-view'

const OPEN: RunView = { ...RUN, isInBackground: true, state: 'OPEN', endReason: null, endedAt: null }
const told = (of: Partial<RunView>): RunProgress => {
  const { chargeNano: _, capNano: _c, startedAt: _s, endedAt: _e, untilAt: _u, ...rest } = { ...OPEN, ...of }
  return { ...rest, reusedSince: null, charge: '1.5', endedAt: null, waitingUntil: null, key: null }
}
const SUBJECTS = { waiting: 0, running: 1, failed: 0 }

test('what the server has told since is newer than what it rendered while the run was under way', () => {
  const message = told({ items: 60, state: 'ENDED', endReason: 'cap_reached' })
  expect(latestOf(OPEN, message)).toMatchObject({
    endReason: 'cap_reached',
    totals: { items: 60, chargeNano: 1_500_000_000n },
  })
})

test('a run that was rendered after its end does not show an earlier message', () => {
  expect(latestOf({ ...RUN, isInBackground: true }, told({ items: 20 }))).toMatchObject({
    endReason: 'last_page',
    totals: { items: 40 },
  })
})

test('a batch counts its subjects as its table does, and is under way until that is rendered with its end', () => {
  const batch = { ...OPEN, subjects: SUBJECTS }
  const message = told({ subjects: { ...SUBJECTS, running: 0 }, state: 'ENDED', endReason: 'last_page' })
  expect(latestOf(batch, message)).toMatchObject({ endReason: null, subjects: SUBJECTS })
  expect(latestOf({ ...batch, state: 'ENDED', endReason: 'last_page' }, message)).toMatchObject({
    endReason: 'last_page',
  })
})
