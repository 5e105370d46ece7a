import { Anchor, Code, List, ListItem, Stack } from '@mantine/core'
import { requireMember } from '@/app/_server'
import { type EndpointCard, EndpointCards } from '@/components/api/endpoint-cards'
import { SettingTabs } from '@/components/shell'
import { AppLink, Card, PageHeader } from '@/components/ui'
import { describeParameters, ENDPOINT_GROUPS, ENDPOINTS, type EndpointEntry, exampleCommand } from '@/lib/api'
import { hasRole } from '@/lib/kernel'
import { currentRuntime } from '@/lib/server/runtime'

export const metadata = { title: 'API' }

interface ApiPageProps {
  readonly params: Promise<{ team: string }>
}

export default async function ApiPage({ params }: ApiPageProps) {
  const { team, actor } = await requireMember(params)
  const { env } = currentRuntime()
  const address = env.NEXTAUTH_URL ?? `http://localhost:${env.PORT}`
  return (
    <>
      <PageHeader title="API" description="What programs of the team can read and do." />
      <SettingTabs team={team.slug} isAdmin={hasRole(actor.role, 'admin')} />
      <Stack>
        <Card title="How it works">
          <List size="sm" spacing="xs">
            <ListItem>
              Send a token of the team with each request: <Code>Authorization: Bearer pt_…</Code>. Admins
              create tokens on the tab{' '}
              <AppLink href={`/${team.slug}/settings/tokens`} size="inherit">
                Tokens
              </AppLink>
              .
            </ListItem>
            <ListItem>
              Amounts are exact credits, written as text. Ids are text. Times are ISO 8601 in UTC.
            </ListItem>
            <ListItem>
              Each list has <Code>next</Code>: send it as <Code>after</Code> for the next page. On the last
              page it is null.
            </ListItem>
            <ListItem>
              Errors are <Code>application/problem+json</Code>, with a sentence and a request id.
            </ListItem>
            <ListItem>
              A token may send 1,200 requests a minute; the header <Code>RateLimit</Code> says what is left.
            </ListItem>
            <ListItem>
              The whole API as OpenAPI 3.1:{' '}
              <Anchor href="/api/v1/openapi.json" size="sm" ff="monospace" underline="always">
                {`${address}/api/v1/openapi.json`}
              </Anchor>
            </ListItem>
          </List>
        </Card>
        <EndpointCards groups={endpointGroups(address)} />
      </Stack>
    </>
  )
}

/** Returns the endpoints by group, as the page shows them. `address` is the base URL of this Purser. */
const endpointGroups = (address: string) =>
  ENDPOINT_GROUPS.map((name) => ({
    name,
    endpoints: ENDPOINTS.filter(({ group }) => group === name).map((endpoint) => cardOf(endpoint, address)),
  }))

function cardOf(endpoint: EndpointEntry, address: string): EndpointCard {
  const { name, method, path, summary, description, permission, example, returns } = endpoint
  const needs = permission === null ? 'Every token may.' : `Needs the permission ${permission}.`
  const { answer } = example
  return {
    name,
    method,
    summary,
    path: `/api/v1${path}`,
    description: description === null ? needs : `${description} ${needs}`,
    parameters: describeParameters(endpoint),
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
