import { IANAZone, Info, type Zone } from 'luxon'
import { QUARTER_HOUR_MS } from './quarter-hour'

/** More than a few years' days begin in. */
const MOST_OFFSETS = 5_000

/**
 * A zone that remembers its offsets: luxon asks for them at each step of a calendar, and the platform takes its
 * time for an answer.
 */
class RememberingZone extends IANAZone {
  readonly #offsets = new Map<number, number>()

  override offset(at: number): number {
    const quarter = Math.floor(at / QUARTER_HOUR_MS)
    const [before, after] = [this.#offsetAt(quarter), this.#offsetAt(quarter + 1)]
    // Clocks change within few quarter hours, and in none of them forth and back.
    return before === after ? before : super.offset(at)
  }

  #offsetAt(quarter: number): number {
    const known = this.#offsets.get(quarter)
    if (known !== undefined) return known
    const offset = super.offset(quarter * QUARTER_HOUR_MS)
    if (this.#offsets.size >= MOST_OFFSETS) this.#offsets.clear()
    this.#offsets.set(quarter, offset)
    return offset
  }
}

const zones = new Map<string, Zone>()

/** The zone of an IANA name, as luxon takes it. */
export function zoneOf(timeZone: string): Zone {
  const known = zones.get(timeZone)
  if (known) return known
  const plain = Info.normalizeZone(timeZone)
  if (!(plain instanceof IANAZone && plain.isValid)) return plain
  const zone = new RememberingZone(timeZone)
  zones.set(timeZone, zone)
  return zone
}
