import 'server-only'
import { headers } from 'next/headers'

/** The visitor as the door in front of Next sees them (lib/server/front/door.ts). Nobody else can set these headers. */
export interface Visitor {
  /** The network address that the request comes from. */
  readonly source: string
  /** True if the request comes from this machine itself, through no proxy. */
  readonly isLocal: boolean
  readonly isHttps: boolean
}

/** Returns the visitor of a request with these headers. */
export const visitorOf = (given: Pick<Headers, 'get'>): Visitor => ({
  source: given.get('x-purser-source') ?? 'unknown',
  isLocal: given.get('x-purser-local') === 'yes',
  isHttps: given.get('x-purser-https') === 'yes',
})

/** Returns the visitor of the present request. */
export const currentVisitor = async (): Promise<Visitor> => visitorOf(await headers())
