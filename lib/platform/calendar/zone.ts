import { IANAZone, Info, type Zone } from 'luxon'
import { QUARTER_HOUR_MS } from './quarter-hour'

/** More quarter hours than the days of a few years begin in. */
const MAX_OFFSETS = 5_000

/**
 * A zone that caches its offsets: luxon asks for them at each step of a calendar, and the platform is slow to answer.
 */
class RememberingZone extends IANAZone {
  readonly #offsets = new Map<number, number>()

  override offset(at: number): number {
    const quarter = Math.floor(at / QUARTER_HOUR_MS)
    const [before, after] = [this.#offsetAt(quarter), this.#offsetAt(quarter + 1)]
    // Clocks change within few quarter hours, and in none of them back and forth.
    return before === after ? before : super.offset(at)
  }

  #offsetAt(quarter: number): number {
    const known = this.#offsets.get(quarter)
    if (known !== undefined) return known
    const offset = super.offset(quarter * QUARTER_HOUR_MS)
    if (this.#offsets.size >= MAX_OFFSETS) this.#offsets.clear()
    this.#offsets.set(quarter, offset)
    return offset
  }
}

const zones = new Map<string, Zone>()

/** Returns the zone of an IANA name in luxon's form. */
export function zoneOf(timeZone: string): Zone {
  const known = zones.get(timeZone)
  if (known) return known
  const plain = Info.normalizeZone(timeZone)
  if (!(plain instanceof IANAZone && plain.isValid)) return plain
  const zone = new RememberingZone(timeZone)
  zones.set(timeZone, zone)
  return zone
}
