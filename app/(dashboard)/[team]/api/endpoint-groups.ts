import type { EndpointCard } from '@/components/api'
import { ENDPOINTS, exampleCommand, GROUPS, type ListedEndpoint, parametersOf } from '@/lib/api'

/** Returns the endpoints by group, as the page shows them. `address` is the base URL of this Purser. */
export const endpointGroups = (address: string) =>
  GROUPS.map((name) => ({
    name,
    endpoints: ENDPOINTS.filter(({ group }) => group === name).map((endpoint) => cardOf(endpoint, address)),
  }))

function cardOf(endpoint: ListedEndpoint, address: string): EndpointCard {
  const { name, method, path, summary, description, permission, example, returns } = endpoint
  const needs = permission === null ? 'Every token may.' : `Needs the permission ${permission}.`
  const { answer } = example
  return {
    ...{ name, method, summary },
    path: `/api/v1${path}`,
    description: description === null ? needs : `${description} ${needs}`,
    parameters: parametersOf(endpoint),
    command: exampleCommand(endpoint, address),
    answer:
      answer === null
        ? null
        : returns === 'json'
          ? JSON.stringify(answer, null, 2)
          : returns === 'file'
            ? String(answer)
            : `id: 1\ndata: ${JSON.stringify(answer)}\n`,
  }
}
