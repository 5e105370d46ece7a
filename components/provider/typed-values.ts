import { PROVIDER_FIELDS, type ProviderField } from './fields'

/** A provider's values by their dotted names, in the server's form. */
export type Values = Readonly<Record<string, unknown>>
/** The same in typed form. */
export type Texts = Readonly<Record<string, string>>

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.join(', ') : value === null || value === undefined ? '' : String(value)

/** Whether any of these texts is not as it was saved. */
export const doDiffer = (texts: Texts, saved: Texts): boolean =>
  Object.entries(texts).some(([name, text]) => saved[name] !== text)

export const toTexts = (values: Values): Texts =>
  Object.fromEntries(PROVIDER_FIELDS.map(({ name }) => [name, textOf(values[name])]))

/**
 * Typed values as overrides for the server. A text without a clear value is sent as it is, and the server refuses it.
 */
export function toOverrides(texts: Texts): Record<string, unknown> {
  const overrides: Record<string, unknown> = {}
  for (const field of PROVIDER_FIELDS) {
    put(overrides, field.name.split('.'), valueIn(field, (texts[field.name] ?? '').trim()))
  }
  return overrides
}

function put(group: Record<string, unknown>, [name = '', ...inner]: readonly string[], value: unknown): void {
  if (inner.length === 0) group[name] = value
  else {
    const within = asObject(group[name])
    put(within, inner, value)
    group[name] = within
  }
}

function valueIn({ kind, mayBeEmpty }: ProviderField, text: string): unknown {
  if (mayBeEmpty && text === '') return null
  if (kind === 'number' && /^\d+$/.test(text)) return Number(text)
  if (kind !== 'names') return text
  return text
    .split(/[,\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

export type Imported =
  | { readonly texts: Texts; readonly problem: null }
  | { readonly texts: null; readonly problem: string }

/** Overrides from JSON, laid over the values in force without any. An unusable text changes nothing. */
export function importJson(json: string, base: Texts): Imported {
  const refused = (problem: string): Imported => ({ texts: null, problem })
  const given = parse(json)
  if (given === undefined) return refused('This is not JSON. Nothing was changed.')
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return refused('This is not a provider: it must be an object with names of fields. Nothing was changed.')
  const flat = flattened(given)
  const stranger = flat.find(([name]) => !PROVIDER_FIELDS.some((field) => field.name === name))
  if (stranger) return refused(`There is no field ${stranger[0].slice(0, 60)}. Nothing was changed.`)
  return {
    texts: { ...base, ...Object.fromEntries(flat.map(([name, value]) => [name, textOf(value)])) },
    problem: null,
  }
}

function flattened(given: object, at = ''): [string, unknown][] {
  return Object.entries(given).flatMap(([name, value]): [string, unknown][] => {
    const here = `${at}${name}`
    const isGroup = PROVIDER_FIELDS.some((field) => field.name.startsWith(`${here}.`))
    return isGroup && isPlain(value) ? flattened(value, `${here}.`) : [[here, value]]
  })
}

function parse(json: string): unknown {
  try {
    const value: unknown = JSON.parse(json)
    return value
  } catch {
    return undefined
  }
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The typed fields that differ from those of `base`, as JSON to keep or to import elsewhere. */
export function exportJson(texts: Texts, base: Texts): string {
  const kept: Record<string, unknown> = {}
  for (const field of PROVIDER_FIELDS)
    if (texts[field.name] !== base[field.name])
      put(kept, field.name.split('.'), valueIn(field, (texts[field.name] ?? '').trim()))
  return JSON.stringify(kept, null, 2)
}

/** The problem at a field: the server names a list's faulty entry by its place. */
export const errorAt = (fields: Readonly<Record<string, string>>, name: string): string | undefined =>
  fields[name] ?? Object.entries(fields).find(([at]) => at.startsWith(`${name}.`))?.[1]
