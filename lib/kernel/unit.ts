import { currentUnit } from './shown-team'

const CREDITS = 'credits'

/** Global key under which a process shares the teams' units between its bundles. */
const UNITS = Symbol.for('purser.units')

function unitsOfTeams(): Map<unknown, unknown> {
  const kept: unknown = Reflect.get(globalThis, UNITS)
  if (kept instanceof Map) return kept
  const units = new Map<unknown, unknown>()
  Reflect.set(globalThis, UNITS, units)
  return units
}

/** Stores the unit of a team whenever its provider is read, for texts that are written outside a page. */
export function cacheTeamUnit(teamId: string, unit: string): void {
  if (unit === CREDITS) unitsOfTeams().delete(teamId)
  else unitsOfTeams().set(teamId, unit)
}

/** Returns a team's unit as this process last read it, for errors, alerts, messages and the audit log. */
export function cachedTeamUnit(teamId: string): string {
  const kept = unitsOfTeams().get(teamId)
  return typeof kept === 'string' ? kept : currentUnit()
}

/** Returns whether a unit is a currency, so that amounts are money already. */
export const isCurrencyUnit = (unit: string): boolean => /^[A-Z]{3}$/.test(unit)

/** Returns the unit as a title: "Credits", "USD". */
export function unitTitle(unit: string = currentUnit()): string {
  return unit.slice(0, 1).toUpperCase() + unit.slice(1)
}
