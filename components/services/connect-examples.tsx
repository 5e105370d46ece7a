import { Box, Code, Group, Stack, Title } from '@mantine/core'
import { CopyButton, Dimmed } from '@/components/ui'
import type { Provider } from '@/lib/upstream/client'

/** Shows code that can be copied and run unchanged, one block for each language. */
export function ConnectExamples({ examples }: { readonly examples: readonly Example[] }) {
  return (
    <Stack gap="lg">
      {examples.map(({ name, code }) => (
        <Box key={name} component="section" aria-label={`Example in ${name}`}>
          <Group justify="space-between" mb={4}>
            <Title order={2} size="h5">
              {name}
            </Title>
            <CopyButton value={code} label={`Copy the example in ${name}`} />
          </Group>
          <Code
            block
            data-example={name}
            tabIndex={0}
            role="region"
            aria-label={`Code in ${name}`}
            style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
          >
            {code}
          </Code>
        </Box>
      ))}
      <Dimmed>
        Each reads the gateway key from the environment variable GATEWAY_KEY. Each buys one page.
      </Dimmed>
    </Stack>
  )
}

/** The facts that an existing client needs to call the gateway. */
export interface GatewayConnection {
  /** The gateway's address, which replaces the upstream's. */
  readonly gateway: string
  /** A path of the team's provider that returns a list, with its query. */
  readonly path: string
  /** The provider's way to take a key: its header, and the word before it, if any. */
  readonly auth: { readonly header: string; readonly scheme: string }
}

interface Example {
  readonly name: string
  readonly code: string
}

/** Returns a timeline of the provider, with its smallest page; if a user is given by id, an arbitrary one. */
export function examplePath({ timeline: { path, subject, count } }: Pick<Provider, 'timeline'>): string {
  const user = subject.is === 'id' ? '12' : 'ada'
  const parameters = [
    ...(subject.in === 'query' ? [`${subject.name}=${user}`] : []),
    ...(count.name === null ? [] : [`${count.name}=${count.floor}`]),
  ]
  return [path.replace('{user}', user), parameters.join('&')].filter((part) => part !== '').join('?')
}

/** Returns the same call in three languages. Each reads the gateway key from the environment, as a service does. */
export function connectExamples({
  gateway,
  path,
  auth: { header: name, scheme },
}: GatewayConnection): readonly Example[] {
  const before = scheme === '' ? '' : `${scheme} `
  const value = (key: string) => `${before}${key}`
  return [
    {
      name: 'curl',
      code: [
        `BASE_URL='${gateway}'`,
        `curl --fail-with-body --header "${name}: ${value('$GATEWAY_KEY')}" \\`,
        `  "$BASE_URL${path}"`,
      ].join('\n'),
    },
    {
      name: 'TypeScript',
      code: [
        `const baseUrl = '${gateway}'`,
        `const key = process.env.GATEWAY_KEY ?? ''`,
        '',
        `const answer = await fetch(baseUrl + '${path}', {`,
        `  headers: { '${name}': ${before === '' ? 'key' : `'${before}' + key`} },`,
        '})',
        'if (!answer.ok) throw new Error(await answer.text())',
        'console.log(JSON.stringify(await answer.json()))',
      ].join('\n'),
    },
    {
      name: 'Python',
      code: [
        'import json, os, urllib.request',
        '',
        `base_url = "${gateway}"`,
        'key = os.environ["GATEWAY_KEY"]',
        '',
        'request = urllib.request.Request(',
        `    base_url + "${path}",`,
        `    headers={"${name}": ${before === '' ? 'key' : `f"${before}{key}"`}},`,
        ')',
        'with urllib.request.urlopen(request) as answer:',
        '    print(json.dumps(json.load(answer)))',
      ].join('\n'),
    },
  ]
}
