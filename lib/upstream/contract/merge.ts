import { type Contract, defaultContract, readContract } from '@/lib/upstream/client'

/** Where a field's value comes from. */
export type FieldSource = 'default' | 'deployment' | 'sandbox' | 'team'

type Json = Readonly<Record<string, unknown>>

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A contract with some of its fields replaced: groups of fields are merged, lists and values replaced. Throws `invalid`
 * with the field named, as readContract does.
 */
export const withOverrides = (contract: Contract, overrides: unknown): Contract =>
  readContract(merge(contract, overrides))

function merge(base: unknown, over: unknown): unknown {
  if (!isJson(base) || !isJson(over)) return over
  const changed = Object.entries(over).map(([name, value]) => [name, merge(base[name], value)])
  return { ...base, ...Object.fromEntries(changed) }
}

/** A contract's fields by their dotted names: "fields.id", "searchPath". */
export function fieldsOf(contract: Contract): ReadonlyMap<string, unknown> {
  return new Map(
    Object.entries(contract).flatMap(([name, value]) =>
      isJson(value)
        ? Object.entries(value).map(([inner, each]): [string, unknown] => [`${name}.${inner}`, each])
        : [[name, value] as [string, unknown]],
    ),
  )
}

/** The fields in which a contract differs from another one, by their dotted names. */
export function differingFields(contract: Contract, from: Contract): Map<string, unknown> {
  const before = fieldsOf(from)
  const differs = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before.get(name))
  return new Map([...fieldsOf(contract)].filter(differs))
}

/** The smallest overrides that turn `base` into `contract`, for storage and export. */
export function overridesBetween(base: Contract, contract: Contract): Json {
  const overrides: Record<string, unknown> = {}
  for (const [name, value] of differingFields(contract, base)) {
    const [group = '', inner] = name.split('.')
    if (inner === undefined) overrides[group] = value
    else overrides[group] = { ...(isJson(overrides[group]) ? overrides[group] : {}), [inner]: value }
  }
  return overrides
}

/** Where each field's value comes from, by its dotted name. */
export function sourcesOf(
  contract: Contract,
  { deployment, fromFile }: { readonly deployment: Contract; readonly fromFile: Contract },
): Record<string, FieldSource> {
  const ofTeam = differingFields(contract, deployment)
  const ofSandbox = differingFields(deployment, fromFile)
  const ofFile = differingFields(fromFile, defaultContract)
  const source = (name: string): FieldSource => {
    if (ofTeam.has(name)) return 'team'
    if (ofSandbox.has(name)) return 'sandbox'
    return ofFile.has(name) ? 'deployment' : 'default'
  }
  return Object.fromEntries([...fieldsOf(contract).keys()].map((name) => [name, source(name)]))
}
