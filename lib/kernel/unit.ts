const CREDITS = 'credits'
/** Under this name a process keeps how it finds the unit of the team whose page it renders. */
const SOURCE = Symbol.for('purser.unit')

let ofThisTab: string | undefined

/** Names what the balance of the shown team counts: "credits", or a currency such as "USD". */
export function currentUnit(): string {
  const find: unknown = Reflect.get(globalThis, SOURCE)
  const found: unknown = typeof find === 'function' ? find() : ofThisTab
  return typeof found === 'string' ? found : CREDITS
}

/** Tells the process how to find the unit of the present request; undefined where no team is shown. */
export function findUnitBy(find: () => string | undefined): void {
  Reflect.set(globalThis, SOURCE, find)
}

/** Tells the browser the unit of the team that it shows. A server serves many teams and finds it by the request. */
export function showUnit(unit: string): void {
  if (typeof document !== 'undefined') ofThisTab = unit
}

/** Under this name a process keeps the units of teams, in whichever of its bundles they were read. */
const UNITS = Symbol.for('purser.units')

function unitsOfTeams(): Map<unknown, unknown> {
  const kept: unknown = Reflect.get(globalThis, UNITS)
  if (kept instanceof Map) return kept
  const units = new Map<unknown, unknown>()
  Reflect.set(globalThis, UNITS, units)
  return units
}

/** Keeps what the balance of a team counts, whenever its provider is read: for texts that no page renders. */
export function keepUnit(teamId: string, unit: string): void {
  if (unit === CREDITS) unitsOfTeams().delete(teamId)
  else unitsOfTeams().set(teamId, unit)
}

/** Names what the balance of a team counts, as this process has last read it: for errors, alerts, messages and the audit log. */
export function teamUnit(teamId: string): string {
  const kept = unitsOfTeams().get(teamId)
  return typeof kept === 'string' ? kept : currentUnit()
}

/** Tells whether a unit is a currency: then an amount is money already. */
export const isMoney = (unit: string): boolean => /^[A-Z]{3}$/.test(unit)

/** Writes the unit as a title: "Credits", "USD". */
export function unitTitle(unit: string = currentUnit()): string {
  return unit.slice(0, 1).toUpperCase() + unit.slice(1)
}
