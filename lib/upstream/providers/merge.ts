import { defaultProvider, type Provider, readProvider } from '@/lib/upstream/client'

/** Origin of a field's value. */
export type FieldSource = 'default' | 'deployment' | 'sandbox' | 'team'

type Json = Readonly<Record<string, unknown>>

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Returns a provider with some of its fields replaced: groups of fields are merged, lists and values replaced. Throws
 * `invalid` with the field named, as readProvider does.
 */
export const withOverrides = (provider: Provider, overrides: unknown): Provider =>
  readProvider(merge(provider, overrides))

function merge(base: unknown, over: unknown, at = ''): unknown {
  if (!isJson(base) || !isJson(over) || WHOLE.test(at)) return over
  const changed = Object.entries(over).map(([name, value]) => [
    name,
    merge(base[name], value, at === '' ? name : `${at}.${name}`),
  ])
  return { ...base, ...Object.fromEntries(changed) }
}

/** Groups that are one value, because their names are the upstream's or none of their parts makes sense alone. */
const WHOLE = /^(.*\.)?(fixed|also|price\.\w+)$|^lookup\.price$/

/**
 * Returns a provider's fields by their dotted names: "fields.id", "search.path". A nullable group is one value, as
 * lists are.
 */
export function flattenProvider(provider: Provider): ReadonlyMap<string, unknown> {
  const fields = new Map<string, unknown>()
  const walk = (value: Json, at: string): void => {
    for (const [name, inner] of Object.entries(value)) {
      const here = at === '' ? name : `${at}.${name}`
      if (isJson(inner) && !WHOLE.test(here) && !NULLABLE.test(here)) walk(inner, here)
      else fields.set(here, inner)
    }
  }
  walk(provider, '')
  return fields
}

/** Groups that may be null as a whole. */
const NULLABLE = /^(account|rate|lookup|\w+\.(rate|product))$/

/** Returns the fields in which a provider differs from another, by their dotted names. */
export function differingFields(provider: Provider, from: Provider): Map<string, unknown> {
  const before = flattenProvider(from)
  const differs = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before.get(name))
  return new Map([...flattenProvider(provider)].filter(differs))
}

/** Returns the smallest overrides that turn `base` into `provider`, for storage and export. */
export function overridesBetween(base: Provider, provider: Provider): Json {
  const overrides: Record<string, unknown> = {}
  for (const [name, value] of differingFields(provider, base)) {
    const steps = name.split('.')
    const last = steps.pop() ?? ''
    let at = overrides
    for (const step of steps) {
      const inner: Record<string, unknown> = { ...(isJson(at[step]) ? at[step] : {}) }
      at[step] = inner
      at = inner
    }
    at[last] = value
  }
  return overrides
}

/** Returns the origin of each field's value, by its dotted name. */
export function fieldSourcesOf(
  provider: Provider,
  { deployment, fromFile }: { readonly deployment: Provider; readonly fromFile: Provider },
): Record<string, FieldSource> {
  const ofTeam = differingFields(provider, deployment)
  const ofSandbox = differingFields(deployment, fromFile)
  const ofFile = differingFields(fromFile, defaultProvider)
  const source = (name: string): FieldSource => {
    if (ofTeam.has(name)) return 'team'
    if (ofSandbox.has(name)) return 'sandbox'
    return ofFile.has(name) ? 'deployment' : 'default'
  }
  return Object.fromEntries([...flattenProvider(provider).keys()].map((name) => [name, source(name)]))
}
