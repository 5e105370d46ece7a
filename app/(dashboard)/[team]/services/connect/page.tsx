import { Box, Code, Group, List, ListItem, Stack } from '@mantine/core'
import { GATEWAY_PATH, gatewayAddress, ownGatewayAddress, requireMember, teamProvider } from '@/app/_server'
import { ConnectExamples, TryGateway } from '@/components/services'
import { connectExamples, examplePath } from '@/components/services/connect-examples'
import { AppLink, Card, CopyButton, Dimmed, PageHeader } from '@/components/ui'

export const metadata = { title: 'How to connect a service' }

interface ConnectPageProps {
  readonly params: Promise<{ team: string }>
}

/** Shows the two lines that an existing client changes, with this deployment's own values filled in. */
export default async function ConnectPage({ params }: ConnectPageProps) {
  const ctx = await requireMember(params)
  const { slug } = ctx.team
  const [gateway, own, { provider, baseUrl, isSandbox }] = await Promise.all([
    gatewayAddress(),
    ownGatewayAddress(),
    teamProvider(ctx),
  ])
  const { account, auth } = provider
  const path = examplePath(provider)
  const examples = connectExamples({ gateway, path, auth })
  return (
    <Box maw={720}>
      <PageHeader
        back={{ href: `/${slug}/services`, label: 'All services' }}
        title="How to connect a service"
        description="In your program, change the base URL and the key. Nothing else changes."
      />
      <Stack gap="lg">
        <List size="sm" spacing="xs" type="ordered">
          <ListItem>
            Base URL: <BaseUrl url={gateway} label="Copy the base URL" />
            {own !== null && (
              <div>
                Or the gateway’s own port, which works the same way:{' '}
                <BaseUrl url={own} label="Copy the base URL with the gateway’s own port" />
              </div>
            )}
            <Dimmed size="xs">
              In place of{' '}
              {isSandbox ? (
                'the sandbox’s own address'
              ) : (
                <>
                  the API’s address, <Code>{baseUrl}</Code>
                </>
              )}
            </Dimmed>
          </ListItem>
          <ListItem>
            Key: a gateway key of your <AppLink href={`/${slug}/services`}>service</AppLink>, in place of the
            API key.
          </ListItem>
        </List>
        <ConnectExamples examples={examples} />
        <HelpfulHeaders />
        {account !== null && (
          <Card title="Test a gateway key">
            <TryGateway path={GATEWAY_PATH} accountPath={account.path} auth={auth} />
          </Card>
        )}
      </Stack>
    </Box>
  )
}

const BaseUrl = ({ url, label }: { readonly url: string; readonly label: string }) => (
  <Group component="span" display="inline-flex" gap={4} wrap="nowrap">
    <Code>{url}</Code>
    <CopyButton value={url} label={label} />
  </Group>
)

/** Describes the headers that a client may send besides its key. */
const HelpfulHeaders = () => (
  <Card title="Two headers that help">
    <List size="sm" spacing="xs">
      <ListItem>
        <Code>Idempotency-Key</Code>: a call that is sent twice with the same value is paid for once.
      </ListItem>
      <ListItem>
        <Code>Prefer: wait=30</Code>: a call waits for its turn for up to 30 seconds; without it for up to 10.
      </ListItem>
    </List>
  </Card>
)
