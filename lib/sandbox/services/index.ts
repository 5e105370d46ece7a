import { randomInt } from 'node:crypto'
import { invalid } from '@/lib/kernel'
import { getxapiShape } from './getxapi'
import type { ServicePrices, ServiceShape, WindowRate } from './service'
import { socialdataShape } from './socialdata'
import { twitterapiIoShape } from './twitterapi-io'
import { xShape } from './x'
import { xquikShape } from './xquik'

export type { ListPrice, ServicePrices, ServiceShape, WindowRate } from './service'

const ALL = {
  'twitterapi.io': twitterapiIoShape,
  socialdata: socialdataShape,
  x: xShape,
  getxapi: getxapiShape,
  xquik: xquikShape,
} as const satisfies Record<string, ServiceShape>

/** A real service that the sandbox can speak as. */
export type SandboxService = keyof typeof ALL

export const SERVICE_SHAPES: Readonly<Record<SandboxService, ServiceShape>> = ALL

const isSandboxService = (name: string): name is SandboxService => Object.hasOwn(SERVICE_SHAPES, name)

export const SANDBOX_SERVICES: readonly SandboxService[] =
  Object.keys(SERVICE_SHAPES).filter(isSandboxService)

/** Parses a service's name. Throws `invalid` for any other name. */
export function parseSandboxService(name: string): SandboxService {
  if (isSandboxService(name)) return name
  throw invalid(`There is no service "${name}": choose one of ${SANDBOX_SERVICES.join(', ')}.`)
}

/** Prices of each service, in nano-units of its own unit, until the operator sets others. */
export const SERVICE_PRICES: Readonly<Record<SandboxService, ServicePrices>> = {
  'twitterapi.io': twitterapiIoShape.prices,
  socialdata: socialdataShape.prices,
  x: xShape.prices,
  getxapi: getxapiShape.prices,
  xquik: xquikShape.prices,
}

/** Rate limits of each service's keys, until the operator sets others. */
export const SERVICE_RATES: Readonly<Record<SandboxService, WindowRate>> = {
  'twitterapi.io': twitterapiIoShape.rate,
  socialdata: socialdataShape.rate,
  x: xShape.rate,
  getxapi: getxapiShape.rate,
  xquik: xquikShape.rate,
}

/** Returns the path at which every sandbox serves a service, after its base address. */
export const servicePath = (service: SandboxService): string => `/as/${service}`

/** Returns the service of a path below such a prefix, and the rest of the path; null for any other path. */
export function serviceAtPath(
  path: string,
): { readonly service: SandboxService; readonly path: string } | null {
  const [, name = '', rest = ''] = /^\/as\/([^/]+)(\/.*)$/.exec(path) ?? []
  return isSandboxService(name) ? { service: name, path: rest } : null
}

/** Creates a key of a service's form. Also returns the part by which the operator names it. */
export function createServiceKey(service: SandboxService): { readonly key: string; readonly prefix: string } {
  const { start, pieces, length, named } = SERVICE_SHAPES[service].key
  let key = start
  while (key.length < length) key += pieces[randomInt(pieces.length)]
  return { key, prefix: key.slice(0, named) }
}
