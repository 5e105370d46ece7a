import { Anchor, Code, List, ListItem, Stack } from '@mantine/core'
import { requireMember } from '@/app/_server'
import { type EndpointCard, EndpointCards } from '@/components/api/endpoint-cards'
import { CreateToken, TokenTable } from '@/components/tokens/token-table'
import { AppLink, Card, CardBoundary, PageHeader } from '@/components/ui'
import { describeParameters, ENDPOINT_GROUPS, ENDPOINTS, type EndpointEntry, exampleCommand } from '@/lib/api'
import { hasRole } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { currentRuntime } from '@/lib/server/runtime'
import { listTokens, PERMISSION_NAMES, PERMISSIONS } from '@/lib/teams/tokens'
import { createTokenAction, revokeTokenAction } from './actions'

export const metadata = { title: 'API and tokens · settings' }

const PERMITTED = PERMISSION_NAMES.map((name) => ({ name, label: PERMISSIONS[name].label }))

interface ApiPageProps {
  readonly params: Promise<{ team: string }>
}

export default async function ApiPage({ params }: ApiPageProps) {
  const ctx = await requireMember(params)
  const { slug } = ctx.team
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  const { env } = currentRuntime()
  const address = env.NEXTAUTH_URL ?? `http://localhost:${env.PORT}`
  return (
    <>
      <PageHeader
        title="API and tokens"
        description={
          <>
            With a token, your team’s programs can read and change what Purser stores. To let an app call the
            API, add a{' '}
            <AppLink href={`/${slug}/services`} size="inherit">
              service
            </AppLink>
            .
          </>
        }
        actions={isAdmin && <CreateToken team={slug} permissions={PERMITTED} create={createTokenAction} />}
      />
      <Stack>
        {isAdmin && (
          <CardBoundary>
            <TokensCard ctx={ctx} />
          </CardBoundary>
        )}
        <Card title="How it works">
          <List size="sm" spacing="xs">
            <ListItem>
              Send a token of the team with each request: <Code>Authorization: Bearer pt_…</Code>. Admins
              create tokens here.
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

/** Lists the team's tokens, for admins. */
async function TokensCard({ ctx }: { readonly ctx: TeamCtx }) {
  const { slug } = ctx.team
  return (
    <Card
      title="All tokens"
      description={
        <>
          Each may do only what its permissions allow. A budget for a token is created on the page{' '}
          <AppLink href={`/${slug}/budgets`} size="inherit">
            Budgets
          </AppLink>
          .
        </>
      }
    >
      <TokenTable
        team={slug}
        tokens={await listTokens(ctx)}
        permissions={PERMITTED}
        revoke={revokeTokenAction}
      />
    </Card>
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
