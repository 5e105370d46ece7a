import { type Endpoint, EXAMPLE_IDS, exampleRequest } from '@/lib/api'

/** Returns the request of an endpoint's example, with ids of a team. */
export function requestFor(
  endpoint: Endpoint,
  ids: Readonly<Record<string, string>>,
): { readonly method: string; readonly path: string; readonly init: RequestInit } {
  const { method, path, headers, body } = exampleRequest(endpoint)
  const real = (text: string) =>
    Object.entries(EXAMPLE_IDS).reduce((rest, [name, id]) => rest.replaceAll(id, ids[name] ?? id), text)
  return {
    method,
    path: real(path.slice('/api/v1'.length)),
    init: { headers, ...(body !== undefined && { body: real(JSON.stringify(body)) }) },
  }
}
