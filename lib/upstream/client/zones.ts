/** Hours from UTC of the zone names in RFC 2822, and of others in use that mean one zone only. */
const HOURS: Readonly<Record<string, number>> = {
  ...{ Z: 0, UT: 0, UTC: 0, GMT: 0 },
  ...{ EST: -5, EDT: -4, CST: -6, CDT: -5, MST: -7, MDT: -6, PST: -8, PDT: -7, AKST: -9, AKDT: -8, HST: -10 },
  ...{ WET: 0, WEST: 1, CET: 1, CEST: 2, EET: 2, EEST: 3, MSK: 3, SAST: 2 },
  ...{ JST: 9, KST: 9, AEST: 10, AEDT: 11, AWST: 8, NZST: 12, NZDT: 13 },
}
const OFFSET = /^(?:GMT|UTC)?([+-])(\d{2}):?(\d{2})?$/

/**
 * Returns how many minutes a zone is ahead of UTC, by its name or offset; null if it is unknown or means several
 * zones.
 */
export function offsetOf(zone: string): number | null {
  const [, sign, hours, minutes = '0'] = OFFSET.exec(zone) ?? []
  if (hours === undefined) {
    const named = HOURS[zone.toUpperCase()]
    return named === undefined ? null : named * 60
  }
  const ahead = Number(hours) * 60 + Number(minutes)
  return Number(minutes) > 59 || ahead > 24 * 60 ? null : sign === '-' ? -ahead : ahead
}
