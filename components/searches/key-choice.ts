/** A key that a run can be given. */
export interface KeyChoice {
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly environmentId: string
  readonly environmentName: string
  readonly walletId: string
  readonly pack: string | null
}

/**
 * A key as a field has room for it, also on a phone: most keys are named after their environment, which then says nothing
 * more. What it allows stands below the field.
 */
export function nameKey({
  name,
  prefix,
  environmentName,
}: Pick<KeyChoice, 'name' | 'prefix' | 'environmentName'>): string {
  const key = `${name} (${prefix}…)`
  return name.toLowerCase() === environmentName.toLowerCase() ? key : `${environmentName} · ${key}`
}
