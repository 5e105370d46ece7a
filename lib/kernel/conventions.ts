/** The conventions by which a person writes numbers and dates. The words stay English. */
export interface Conventions {
  readonly group: string
  readonly decimal: string
  /** "Mar 12, 2026" instead of "12 Mar 2026". */
  readonly isMonthFirst: boolean
  /** "2:05 PM" instead of "14:05". */
  readonly hasTwelveHours: boolean
  /** The first day of the week: 1 is Monday, 7 is Sunday. */
  readonly firstDay: number
}

/** The conventions for texts without a reader's request behind them, such as mails and log lines. */
export const PLAIN_CONVENTIONS: Conventions = {
  group: ',',
  decimal: '.',
  isMonthFirst: false,
  hasTwelveHours: false,
  firstDay: 1,
}

/** Global key under which a process stores the function that finds the current request's conventions. */
const SOURCE = Symbol.for('purser.conventions')
/**
 * Data attribute of the root element that passes the conventions to the browser, so that it writes what the server
 * wrote.
 */
const ATTRIBUTE = 'conventions'
const SUNDAY = 7

let ofThisTab: Conventions | undefined
let isPlain = false

/** Runs `write` with plain English conventions, for texts that are stored or sent and so have other readers too. */
export function withPlainConventions<T>(write: () => T): T {
  const before = isPlain
  isPlain = true
  try {
    return write()
  } finally {
    isPlain = before
  }
}

/** Returns the conventions of the person whose request is being answered or, in the browser, who views the page. */
export function currentConventions(): Conventions {
  if (isPlain) return PLAIN_CONVENTIONS
  const find: unknown = Reflect.get(globalThis, SOURCE)
  if (typeof find === 'function') return find()
  if (typeof document === 'undefined') return PLAIN_CONVENTIONS
  ofThisTab ??= parseConventions(document.documentElement.dataset[ATTRIBUTE])
  return ofThisTab
}

/** Registers the function that finds the current request's conventions. */
export function registerConventionsFinder(find: () => Conventions): void {
  Reflect.set(globalThis, SOURCE, find)
}

/** Serialises conventions for an attribute of the page. */
export const serialiseConventions = (conventions: Conventions): string =>
  [
    conventions.group,
    conventions.decimal,
    conventions.isMonthFirst ? 'm' : 'd',
    conventions.hasTwelveHours ? 12 : 24,
    conventions.firstDay,
  ].join('|')

/** Parses the result of `serialiseConventions`. Returns the plain conventions if the text is missing or incomplete. */
export function parseConventions(text: string | undefined): Conventions {
  const [group, decimal, order, hours, firstDay] = text?.split('|') ?? []
  if (firstDay === undefined || group === undefined || decimal === undefined) return PLAIN_CONVENTIONS
  return {
    group,
    decimal,
    isMonthFirst: order === 'm',
    hasTwelveHours: hours === '12',
    firstDay: Number(firstDay),
  }
}

// Regions whose week begins on a Sunday or a Saturday, as listed in CLDR.
const SUNDAYS =
  /^(AG|AS|AU|BD|BR|BS|BT|BW|BZ|CA|CO|DM|DO|ET|GT|GU|HK|HN|ID|IL|IN|JM|JP|KE|KH|KR|LA|MH|MM|MO|MT|MX|MZ|NI|NP|PA|PE|PH|PK|PR|PY|SA|SG|SV|TH|TT|TW|UM|US|VE|VI|WS|YE|ZA|ZW)$/
const SATURDAYS = /^(AE|AF|BH|DJ|DZ|EG|IQ|IR|JO|KW|LY|OM|QA|SD|SY)$/
/** Regions that write the month first in English. */
const MONTH_FIRST = /^(US|UM|AS|GU|MH|MP|PR|VI|PH|FM|PW)$/

/** Returns the conventions of a language tag such as "de" or "en-US", or null if it is not a valid tag. */
export function conventionsForLanguage(tag: string): Conventions | null {
  try {
    const locale = new Intl.Locale(tag).maximize()
    const region = locale.region ?? ''
    const parts = new Intl.NumberFormat(`${tag}-u-nu-latn`).formatToParts(1_234_567.8)
    const partOf = (type: string) => parts.find((part) => part.type === type)?.value
    const time = new Intl.DateTimeFormat(tag, { hour: 'numeric' }).resolvedOptions()
    return {
      // Some locales group thousands with a narrow space, which must not break.
      group: partOf('group') ?? ',',
      decimal: partOf('decimal') ?? '.',
      isMonthFirst: MONTH_FIRST.test(region),
      hasTwelveHours: time.hour12 === true,
      firstDay: SUNDAYS.test(region) ? SUNDAY : SATURDAYS.test(region) ? SUNDAY - 1 : 1,
    }
  } catch {
    return null
  }
}

/** Returns the conventions of the first language in an `accept-language` header. */
export function acceptedConventions(header: string | undefined): Conventions {
  const first = header?.split(',')[0]?.split(';')[0]?.trim() ?? ''
  const known = cache.get(first)
  if (known) return known
  const found = (first !== '' && first !== '*' && conventionsForLanguage(first)) || PLAIN_CONVENTIONS
  // The cache is bounded because anybody can send any language.
  if (cache.size < MAX_KEPT) cache.set(first, found)
  return found
}

const MAX_KEPT = 500
const cache = new Map<string, Conventions>()
