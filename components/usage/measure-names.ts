/** What usage is measured by, as the address names it. */
export const MEASURES = [
  'credits',
  'items',
  'new',
  'repeat',
  'pages',
  'calls',
  'cost-per-new',
  'refusals',
  'unknown',
  'wait',
  'latency',
] as const
export type MeasureName = (typeof MEASURES)[number]
