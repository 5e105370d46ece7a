/** What usage can be taken as. */
export const USAGE_FORMATS = ['csv', 'xlsx', 'focus'] as const
export type UsageFormat = (typeof USAGE_FORMATS)[number]
