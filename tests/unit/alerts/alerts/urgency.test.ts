import { expect, test } from 'vitest'
import { compareByUrgency } from '@/lib/alerts/alerts/urgency'

const alert = (kind: string, subjectId = 's') => ({
  ...{ kind, subjectId, dedupeKey: `${kind}|${subjectId}` },
  ...{ firedAt: new Date(0), acknowledgedAt: null },
})

test('an overspent budget comes after losses and blocked calls, and before what is only expected', () => {
  const alerts = [
    ...[alert('budget_threshold', 'half'), alert('run_out'), alert('budget_threshold', 'over')],
    ...[alert('budget_stopped'), alert('outside_spend')],
  ]
  const sorted = alerts.toSorted(compareByUrgency(new Set(['over'])))
  expect(sorted.map(({ kind, subjectId }) => [kind, subjectId])).toEqual([
    ['outside_spend', 's'],
    ['budget_stopped', 's'],
    ['budget_threshold', 'over'],
    ['run_out', 's'],
    ['budget_threshold', 'half'],
  ])
})
