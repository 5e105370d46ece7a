import type { IncomingHttpHeaders } from 'node:http'
import type { KeyAccount } from './accounts'
import type { HttpAnswer } from './answers'
import type { SandboxOperation } from './operations'
import type { ListPage } from './pages'

/** A request, as far as the sandbox reads it. */
export interface SandboxRequest {
  readonly method: string
  readonly path: string
  readonly parameters: URLSearchParams
  readonly headers: IncomingHttpHeaders
}

/** Sees each page just before it is charged, and may change it: so a fault's changes are charged right. */
export type AlterPage = (page: ListPage, key: KeyAccount) => ListPage

/** How the sandbox speaks at one address: as the interface in one of its presets, or as a service. */
export interface Form {
  /** Judges and answers a request. */
  handle(request: SandboxRequest, alterPage?: AlterPage): HttpAnswer
  wireOf(request: SandboxRequest): Wire
}

/** What a request asks for, and where on the wire the things stand that a fault changes. */
export interface Wire {
  readonly asks: 'page' | 'key info' | 'else'
  /** The parameters in which a cursor is sent. */
  readonly cursorParameters: readonly string[]
  /** Where an answer has the next cursor, as a dotted path. */
  readonly cursorField: string
  maxCountOf(operation: SandboxOperation): number
  /** Fields to lay over the key info object, so that it has values of other types. */
  readonly wrongKeyInfos: readonly [object, ...object[]]
}
