import type { IncomingHttpHeaders } from 'node:http'
import type { KeyAccount } from './accounts'
import type { HttpAnswer } from './answers'
import type { SandboxOperation } from './operations'
import type { ListPage } from './pages'

/** The parts of a request that the sandbox reads. */
export interface SandboxRequest {
  readonly method: string
  readonly path: string
  readonly parameters: URLSearchParams
  readonly headers: IncomingHttpHeaders
}

/** Sees each page just before it is charged, and may change it, so that a fault's changes are charged correctly. */
export type AlterPage = (page: ListPage, key: KeyAccount) => ListPage

/** The language of the sandbox at one address: the interface in one of its presets, or a service. */
export interface SandboxForm {
  /** Judges and answers a request. */
  handle(request: SandboxRequest, alterPage?: AlterPage): HttpAnswer
  wireOf(request: SandboxRequest): Wire
}

/** The purpose of a request, and the places on the wire that a fault changes. */
export interface Wire {
  readonly asks: 'page' | 'key info' | 'else'
  /** Parameters in which a cursor is sent. */
  readonly cursorParameters: readonly string[]
  /** Dotted path of the next cursor in an answer. */
  readonly cursorField: string
  maxCountOf(operation: SandboxOperation): number
  /** Fields to merge into the key info object, so that it has values of other types. */
  readonly wrongKeyInfos: readonly [object, ...object[]]
}
