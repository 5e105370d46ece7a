/** A list's price in the form of the provider. */
interface TypedTariff {
  perItem: string
  perCall: string
  minPerCall: string
  steps: { from: number; perItem: string }[]
  onceADayIn: string | null
}

type TariffJson = Readonly<Record<string, unknown>>

const NOTHING = { perItem: '0', perCall: '0', minPerCall: '0', onceADayIn: null }

/**
 * Writes a list's price as people type it: `3, from 100 items: 2, at least 60 a call`. As JSON if these words cannot
 * express all of it.
 */
export function writeTariff(value: TariffJson): string {
  const words = wordsOf(value)
  const read = readTariff(words)
  const parts = typeof read === 'string' ? { perItem: read } : read
  return isSame({ ...NOTHING, steps: [], ...value }, { ...NOTHING, steps: [], ...parts })
    ? words
    : JSON.stringify(value)
}

function wordsOf(value: TariffJson): string {
  const { perItem, perCall, minPerCall, steps, onceADayIn } = { ...NOTHING, steps: [], ...value }
  const further = [
    ...(Array.isArray(steps) ? steps : []).map((step: unknown) => {
      const { from, perItem: each }: TariffJson = { ...(isObject(step) && step) }
      return `from ${from} items: ${each}`
    }),
    ...(perCall === '0' ? [] : [`${perCall} a call`]),
    ...(minPerCall === '0' ? [] : [`at least ${minPerCall} a call`]),
    ...(onceADayIn === null ? [] : [`once a day in ${onceADayIn}`]),
  ]
  const isOfCalls = perItem === '0' && further.length > 0
  return [...(isOfCalls ? [] : [perItem]), ...further].join(', ')
}

const NUMBER = String.raw`(\d{1,12}(?:\.\d{1,9})?)`
const ITEM = new RegExp(`^${NUMBER}(?:(?: [\\p{L}\\p{Sc}]+)? (?:an|per) item)?$`, 'u')
const CALL = new RegExp(`^(?:and )?${NUMBER}(?: [\\p{L}\\p{Sc}]+)?? (?:a|per) call$`, 'u')
const MIN = new RegExp(`^at least ${NUMBER} (?:a|per) call$`)
const STEP = new RegExp(`^from (\\d{1,5})(?: items)?: ${NUMBER}$`)
const STEP_SHOWN = new RegExp(`^${NUMBER} from (\\d{1,5}) items a page$`)
const ZONE = /^once a day in (\S+)$/
const ZONE_SHOWN = /^each item once a day \((\S+)\)$/

/**
 * Reads such a text, also in the words in which Purser shows prices. A text that is unclear, or states one price
 * twice, is left unchanged, and the server refuses it.
 */
export function readTariff(text: string): string | TariffJson {
  if (new RegExp(`^${NUMBER}$`).test(text)) return text
  if (text.startsWith('{')) return parsed(text)
  const read: TypedTariff = { ...NOTHING, steps: [] }
  const given = new Set<string>()
  const once = (part: keyof TypedTariff) => !given.has(part) && given.add(part)
  // A comma without a space after it may be meant as a decimal point.
  for (const part of text.split(/,\s+/)) {
    const step = stepIn(part)
    const [, min] = MIN.exec(part) ?? []
    const [, call] = CALL.exec(part) ?? []
    const [, item] = ITEM.exec(part) ?? []
    const [, zone] = ZONE.exec(part) ?? ZONE_SHOWN.exec(part) ?? []
    if (step) read.steps.push(step)
    else if (min !== undefined && once('minPerCall')) read.minPerCall = min
    else if (call !== undefined && once('perCall')) read.perCall = call
    else if (item !== undefined && once('perItem')) read.perItem = item
    else if (zone !== undefined && once('onceADayIn')) read.onceADayIn = zone
    else return text
  }
  return { ...read }
}

function stepIn(part: string): TypedTariff['steps'][number] | null {
  const [, from, perItem] = STEP.exec(part) ?? []
  if (from !== undefined && perItem !== undefined) return { from: Number(from), perItem }
  const [, shown, shownFrom] = STEP_SHOWN.exec(part) ?? []
  return shown === undefined ? null : { from: Number(shownFrom), perItem: shown }
}

function parsed(text: string): string | TariffJson {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? { ...value } : text
  } catch {
    return text
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns whether two JSON values are equal, in any order of fields. */
function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, index) => isSame(each, other[index]))
  if (!isObject(one) || !isObject(other)) return one === other
  const [mine, theirs] = [new Map(Object.entries(one)), new Map(Object.entries(other))]
  return (
    mine.size === theirs.size &&
    [...mine].every(([name, each]) => theirs.has(name) && isSame(each, theirs.get(name)))
  )
}
