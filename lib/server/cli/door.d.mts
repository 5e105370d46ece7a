import type { IncomingHttpHeaders } from 'node:http'

export interface DoorSettings {
  trusts(address: string): boolean
  readonly publicUrl: URL | null
}

/** The parts of a request that the door reads. */
export interface DoorRequest {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly socket: { readonly remoteAddress?: string | undefined }
}

export interface DoorNote {
  readonly peer: string
  readonly isTrusted: boolean
  readonly hasPublicUrl: boolean
}

export function doorSettings(env: Readonly<Record<string, string | undefined>>): DoorSettings
export function findSource(
  peer: string | undefined,
  forwardedFor: string | undefined,
  trusts: (address: string) => boolean,
): string
export function passDoor(
  request: DoorRequest,
  settings: DoorSettings,
  note?: (note: DoorNote) => void,
): {
  readonly refusal: number | null
  readonly isHttps: boolean
  readonly requestId: string
  readonly isTrusted: boolean
}
export function installDoor(env: Readonly<Record<string, string | undefined>>): void
