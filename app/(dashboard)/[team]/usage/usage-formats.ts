/** The formats that usage can be exported in. */
export const USAGE_FORMATS = ['csv', 'xlsx', 'focus'] as const
export type UsageFormat = (typeof USAGE_FORMATS)[number]
