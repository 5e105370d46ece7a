import type { CreditCost } from './money'

/** The cost of credits; `isAbout` if not all of them are known to have this price. */
export interface ShownCost extends CreditCost {
  readonly isAbout: boolean
}

/** The costs of the shown team's credits, if it shows money beside credits. */
export interface ShownCosts {
  readonly currency: string
  /** The mean of all wallets, for amounts that several of them share; null if no cost is known. */
  readonly team: ShownCost | null
  /** By wallet id. A wallet whose credits have no known cost is missing. */
  readonly wallets: Readonly<Record<string, ShownCost>>
}

/** The facts about the shown team by which every text writes amounts and times. */
export interface ShownTeam {
  /** The unit in which its balance is counted: "credits", or a currency such as "USD". */
  readonly unit: string
  /** Null if its pages show no money beside credits. */
  readonly costs: ShownCosts | null
  readonly timeZone: string
}

const NONE: ShownTeam = { unit: 'credits', costs: null, timeZone: 'UTC' }

/** Global key under which a process stores the function that finds the team being rendered. */
const SOURCE = Symbol.for('purser.shown-team')

let ofThisTab: ShownTeam | undefined

function shownTeam(): ShownTeam {
  const find: unknown = Reflect.get(globalThis, SOURCE)
  return (isFinder(find) ? find() : ofThisTab) ?? NONE
}

const isFinder = (value: unknown): value is () => ShownTeam | undefined => typeof value === 'function'

/** Returns the unit in which the shown team's balance is counted; "credits" if no team is shown. */
export const currentUnit = (): string => shownTeam().unit

/** Returns the costs by which the shown team's credits are also shown in money; null if they are not. */
export const currentCosts = (): ShownCosts | null => shownTeam().costs

/** Returns the time zone of the shown team; UTC if no team is shown. */
export const currentTimeZone = (): string => shownTeam().timeZone

/** Registers the function that finds the current request's team; it returns undefined if none is shown. */
export function registerShownTeamFinder(find: () => ShownTeam | undefined): void {
  Reflect.set(globalThis, SOURCE, find)
}

/** Sets the team that the browser shows. Does nothing on a server, which serves many teams and finds it by request. */
export function setShownTeam(team: ShownTeam): void {
  if (typeof document !== 'undefined') ofThisTab = team
}
