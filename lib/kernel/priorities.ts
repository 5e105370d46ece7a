/**
 * The priorities of calls that wait for a key, most urgent first: a service at the gateway, a person, a run in the
 * background, a schedule.
 */
export const PRIORITIES = ['gateway', 'interactive', 'run', 'schedule'] as const
export type Priority = (typeof PRIORITIES)[number]

/** Builds a record with one value per priority. */
export const byPriority = <Value>(value: (priority: Priority) => Value): Record<Priority, Value> => ({
  gateway: value('gateway'),
  interactive: value('interactive'),
  run: value('run'),
  schedule: value('schedule'),
})
