// The platform lists some zones by their former names. Both names mean the same zone.
const TODAYS_NAMES = [
  'UTC',
  'Africa/Asmara',
  'America/Nuuk',
  'Asia/Ho_Chi_Minh',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Yangon',
  'Atlantic/Faroe',
  'Europe/Kyiv',
]

/** Returns the time zones that a team can choose, by IANA name, in order. */
export const listTimeZones = (): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), ...TODAYS_NAMES])].sort()
