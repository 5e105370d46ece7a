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
