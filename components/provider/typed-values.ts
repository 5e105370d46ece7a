import type { Refusal } from '@/components/ui'
import { readTariff, removeByteOrderMark, writeTariff } from '@/lib/kernel'
import { PROVIDER_FIELDS, type ProviderField } from './fields'

/**
 * A provider's values by their dotted names, in the server's form. A nullable group is one value, such as `account`.
 */
export type ProviderValues = Readonly<Record<string, unknown>>
/** A provider's values in typed form. */
export type ProviderTexts = Readonly<Record<string, string>>

type Json = Record<string, unknown>

/** Name under which the texts keep, as JSON, the team's fields that the form does not show. */
export const HIDDEN_OVERRIDES_NAME = '*'
const NONE = '{}'
/** Name of the group that is null if the service reports no balance. */
const ACCOUNT = 'account'

const isPlain = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function textOf({ kind }: ProviderField, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (kind === 'parameters' && isPlain(value))
    return Object.entries(value)
      .map(([name, each]) => `${name}=${String(each)}`)
      .join('&')
  if (kind === 'tariff') return isPlain(value) ? writeTariff(value) : asTyped(value)
  if (kind === 'order' && isPlain(value)) return `${value.name}: ${value.latest}, ${value.top}`
  return Array.isArray(value) ? value.join(', ') : String(value)
}

/** Returns what was typed. A list is not a price, and would be read as parts of one. */
const asTyped = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Returns a value by its dotted name, also within a value that is a group. */
function valueAt(values: ProviderValues, name: string): unknown {
  if (name in values) return values[name]
  const dot = name.lastIndexOf('.')
  const group = dot < 0 ? null : valueAt(values, name.slice(0, dot))
  return isPlain(group) ? group[name.slice(dot + 1)] : undefined
}

/** Returns whether any of these texts differs from what was saved. */
export const haveTextsChanged = (texts: ProviderTexts, saved: ProviderTexts): boolean =>
  Object.entries(texts).some(([name, text]) => saved[name] !== text)

/** Converts a provider's values to texts, with those of the team's own fields that the form does not show. */
export const toProviderTexts = (values: ProviderValues, overrides: Readonly<Json> = {}): ProviderTexts => ({
  ...Object.fromEntries(
    PROVIDER_FIELDS.map((field) => [field.name, textOf(field, valueAt(values, field.name))]),
  ),
  [HIDDEN_OVERRIDES_NAME]: JSON.stringify(unshownOf(overrides)),
})

const isShown = (name: string): boolean => PROVIDER_FIELDS.some((field) => field.name === name)
const isGroup = (name: string): boolean => PROVIDER_FIELDS.some((field) => field.name.startsWith(`${name}.`))

function unshownOf(overrides: Readonly<Json>): Json {
  const kept: Json = {}
  for (const [name, value] of flattened(overrides))
    if (!isShown(name) && !(value === null && isGroup(name))) put(kept, name.split('.'), value)
  return kept
}

/**
 * Converts typed values to overrides for the server, with those that the form does not show. A text without a clear
 * value is sent as it is, and the server refuses it.
 */
export const toOverrides = (texts: ProviderTexts): Json => overridesOf(texts, PROVIDER_FIELDS)

function overridesOf(texts: ProviderTexts, fields: readonly ProviderField[]): Json {
  const unshown = parse(texts[HIDDEN_OVERRIDES_NAME] ?? NONE)
  const overrides: Json = isPlain(unshown) ? { ...unshown } : {}
  for (const field of fields)
    put(overrides, field.name.split('.'), valueIn(field, (texts[field.name] ?? '').trim()))
  if (ACCOUNT in overrides && (texts['account.path'] ?? '').trim() === '') overrides[ACCOUNT] = null
  return overrides
}

function put(group: Json, [name = '', ...inner]: readonly string[], value: unknown): void {
  if (inner.length === 0) group[name] = value
  else {
    const held = group[name]
    const within = isPlain(held) ? { ...held } : {}
    put(within, inner, value)
    group[name] = within
  }
}

function valueIn({ kind, mayBeEmpty }: ProviderField, text: string): unknown {
  if (mayBeEmpty && text === '') return null
  if (kind === 'number' && /^\d+$/.test(text)) return Number(text)
  if (kind === 'parameters') return parametersIn(text)
  if (kind === 'order') return orderIn(text)
  if (kind === 'tariff') return readTariff(text)
  if (kind !== 'names') return text
  return text
    .split(/[,\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** Reads parameters as in a URL, but unencoded, as people read them. */
const parametersIn = (text: string): unknown =>
  Object.fromEntries(
    text
      .split('&')
      .filter((part) => part.trim() !== '')
      .map((part) => {
        const [name = '', ...value] = part.split('=')
        return [name.trim(), value.join('=').trim()]
      }),
  )

function orderIn(text: string): unknown {
  const [, name, latest, top] = /^([^:\s]+)\s*:\s*([^,]+?)\s*,\s*([^,]+)$/.exec(text) ?? []
  return name === undefined ? text : { name, latest, top }
}

export type ImportResult =
  | { readonly texts: ProviderTexts; readonly problem: null }
  | { readonly texts: null; readonly problem: string }

/**
 * Reads overrides from JSON, laid over the values in force without any. `names` are those of all fields of a provider.
 * An unusable text changes nothing.
 */
export function importJson(json: string, base: ProviderTexts, names: readonly string[]): ImportResult {
  const refused = (problem: string): ImportResult => ({ texts: null, problem })
  const given = parse(json)
  if (given === undefined) return refused('This is not JSON. Nothing was changed.')
  if (!isPlain(given))
    return refused('This is not a provider: it must be an object with names of fields. Nothing was changed.')
  const flat = flattened(given)
  const isKnown = (name: string) =>
    isShown(name) ||
    names.some((each) => each === name || name.startsWith(`${each}.`) || each.startsWith(`${name}.`))
  const stranger = flat.find(([name]) => !isKnown(name))
  if (stranger) return refused(`There is no field ${stranger[0].slice(0, 60)}. Nothing was changed.`)
  const shown = PROVIDER_FIELDS.flatMap((field): [string, string][] =>
    flat
      .filter(([name, value]) => name === field.name || (value === null && field.name.startsWith(`${name}.`)))
      .map(([, value]) => [field.name, textOf(field, value)]),
  )
  const texts = {
    ...base,
    ...Object.fromEntries(shown),
    [HIDDEN_OVERRIDES_NAME]: JSON.stringify(unshownOf(given)),
  }
  return { texts, problem: null }
}

function flattened(given: object, at = ''): [string, unknown][] {
  return Object.entries(given).flatMap(([name, value]): [string, unknown][] => {
    const here = `${at}${name}`
    return isGroup(here) && isPlain(value) ? flattened(value, `${here}.`) : [[here, value]]
  })
}

function parse(json: string): unknown {
  try {
    const value: unknown = JSON.parse(removeByteOrderMark(json))
    return value
  } catch {
    return undefined
  }
}

/** Writes the typed fields that differ from those of `base` as JSON, to keep or to import elsewhere. */
export function exportJson(texts: ProviderTexts, base: ProviderTexts): string {
  const differing = PROVIDER_FIELDS.filter(({ name }) => texts[name] !== base[name])
  return JSON.stringify(overridesOf(texts, differing), null, 2)
}

/** Says what to type if a price could not be read. */
const TARIFF_HINT =
  'must be a number with a decimal point, such as 0.15, or several parts, each once, with a comma and a space between them, such as “3, from 100 items: 2, at least 60 a call”'

const isTariff = (name: string): boolean =>
  PROVIDER_FIELDS.some((field) => field.name === name && field.kind === 'tariff')

/**
 * Returns the problem of a field. The server names a list's faulty entry by its index, and a part of a price by its
 * name. For a price as a whole it says how a file writes it, while a form says what to type.
 */
export function fieldErrorAt(fields: Readonly<Record<string, string>>, name: string): string | undefined {
  if (fields[name] !== undefined && isTariff(name)) return TARIFF_HINT
  const [at, why] = Object.entries(fields).find(([each]) => each.startsWith(`${name}.`)) ?? []
  const isStranger = at !== undefined && isTariff(name) && !why?.startsWith('must')
  return isStranger ? `cannot be used: ${at.slice(name.length + 1)}: ${why}` : (fields[name] ?? why)
}

/** Returns the fields that a refusal names, in the order of the form. */
const faultsIn = ({ fields }: Refusal) =>
  PROVIDER_FIELDS.flatMap(({ name, label }) => {
    const why = fieldErrorAt(fields, name)
    return why === undefined ? [] : [{ name, label, why }]
  })

/** Returns the first field that a refusal names, where the person has to look; null if it names none. */
export const firstFaultyField = (refusal: Refusal): string | null => faultsIn(refusal)[0]?.name ?? null

/** Rewords a refusal so that it names its fields as the form does, after stating what was not done. */
export function labelRefusalFields(refusal: Refusal | null, notDone: string): Refusal | null {
  if (refusal === null) return null
  const faults = faultsIn(refusal).map(({ label, why }) => `“${label}” ${why}.`)
  return faults.length === 0 ? refusal : { ...refusal, message: [notDone, ...faults].join(' ') }
}

/** Returns the id of a field's input. */
export const fieldInputId = (name: string): string => `provider-${name}`
