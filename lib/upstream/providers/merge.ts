import { defaultProvider, type Provider, readProvider } from '@/lib/upstream/client'

/** Where a field's value comes from. */
export type FieldSource = 'default' | 'deployment' | 'sandbox' | 'team'

type Json = Readonly<Record<string, unknown>>

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A provider with some of its fields replaced: groups of fields are merged, lists and values replaced. Throws `invalid`
 * with the field named, as readProvider does.
 */
export const withOverrides = (provider: Provider, overrides: unknown): Provider =>
  readProvider(merge(provider, overrides))

function merge(base: unknown, over: unknown): unknown {
  if (!isJson(base) || !isJson(over)) return over
  const changed = Object.entries(over).map(([name, value]) => [name, merge(base[name], value)])
  return { ...base, ...Object.fromEntries(changed) }
}

/** A provider's fields by their dotted names: "fields.id", "searchPath". */
export function fieldsOf(provider: Provider): ReadonlyMap<string, unknown> {
  return new Map(
    Object.entries(provider).flatMap(([name, value]) =>
      isJson(value)
        ? Object.entries(value).map(([inner, each]): [string, unknown] => [`${name}.${inner}`, each])
        : [[name, value] as [string, unknown]],
    ),
  )
}

/** The fields in which a provider differs from another one, by their dotted names. */
export function differingFields(provider: Provider, from: Provider): Map<string, unknown> {
  const before = fieldsOf(from)
  const differs = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before.get(name))
  return new Map([...fieldsOf(provider)].filter(differs))
}

/** The smallest overrides that turn `base` into `provider`, for storage and export. */
export function overridesBetween(base: Provider, provider: Provider): Json {
  const overrides: Record<string, unknown> = {}
  for (const [name, value] of differingFields(provider, base)) {
    const [group = '', inner] = name.split('.')
    if (inner === undefined) overrides[group] = value
    else overrides[group] = { ...(isJson(overrides[group]) ? overrides[group] : {}), [inner]: value }
  }
  return overrides
}

/** Where each field's value comes from, by its dotted name. */
export function sourcesOf(
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
  return Object.fromEntries([...fieldsOf(provider).keys()].map((name) => [name, source(name)]))
}
