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
 * Names a key in the space of a field, also on a phone: most keys are named after their environment, which then adds
 * nothing. What the key allows stands below the field.
 */
export function nameKey({
  name,
  prefix,
  environmentName,
}: Pick<KeyChoice, 'name' | 'prefix' | 'environmentName'>): string {
  const key = `${name} (${prefix}…)`
  return name.toLowerCase() === environmentName.toLowerCase() ? key : `${environmentName} · ${key}`
}
