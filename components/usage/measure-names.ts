/** Names of the measures of usage, as the URL writes them. */
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
