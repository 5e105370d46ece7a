import type { Action } from '@/components/forms'

export type CreateService = Action<{ team: string; name: string }, { id: string }>
export type RenameService = Action<{ team: string; serviceId: string; name: string }>
export type DeleteService = Action<{ team: string; serviceId: string }>
export type CreateGatewayKey = Action<NewKeyFields, { id: string; token: string; prefix: string }>
export type RevokeGatewayKey = Action<{ team: string; gatewayKeyId: string }>

/** The input that the form of a gateway key sends. Empty texts mean the defaults. */
export interface NewKeyFields {
  readonly team: string
  readonly serviceId: string
  readonly keyId: string
  readonly environmentId: string
  readonly requestsPerSecond: string
  readonly expiresInDays: string
  readonly tellsBudget: boolean
}
