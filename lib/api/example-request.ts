import type { Endpoint } from './endpoint'
import { EXAMPLE_IDS } from './example-ids'

/** The request of an endpoint's example. */
export interface ExampleRequest {
  readonly method: string
  /** Path with its query, below the address of Purser. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

const IDS: Readonly<Record<string, string>> = EXAMPLE_IDS

/** Returns what is sent in an endpoint's example, besides the token. */
export function exampleRequest({
  method,
  path,
  body,
  takesIdempotencyKey,
  example,
}: Endpoint): ExampleRequest {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => IDS[name] ?? name)
  const given = Object.entries(example.query ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  const query = given.length === 0 ? '' : `?${new URLSearchParams(given)}`
  return {
    method,
    path: `/api/v1${filled}${query}`,
    headers: {
      ...(takesIdempotencyKey && { 'idempotency-key': 'monday-2026-11-24' }),
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body ? example.body : undefined,
  }
}

/** Writes the example as a shell command; the token stands in the variable PURSER_TOKEN. */
export function exampleCommand(endpoint: Endpoint, address: string): string {
  const { method, path, headers, body } = exampleRequest(endpoint)
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${address}${path}"`,
    '-H "Authorization: Bearer $PURSER_TOKEN"',
    ...Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`),
    ...(body === undefined ? [] : [`-d '${JSON.stringify(body)}'`]),
  ].join(' \\\n  ')
}
