import { invalid } from '@/lib/kernel'

/** Returns the parameters without those that were not given. */
export const given = <Value extends object>(all: Value) =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Value]?: Exclude<Value[Name], undefined>
  }

interface CallerParameters {
  readonly serviceId: string | undefined
  readonly tokenId: string | undefined
}

/** Returns the principal whose calls are asked for; null for all. Throws `invalid` if both are given. */
export function principalOf({ serviceId, tokenId }: CallerParameters) {
  if (serviceId !== undefined && tokenId !== undefined) throw invalid('Give serviceId or tokenId, not both.')
  if (serviceId !== undefined) return { kind: 'service', id: serviceId } as const
  return tokenId === undefined ? null : ({ kind: 'token', id: tokenId } as const)
}
