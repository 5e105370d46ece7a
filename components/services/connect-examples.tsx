import { Box, Code, Group, Stack, Text, Title } from '@mantine/core'
import { CopyButton } from '@/components/ui'
import type { Example } from './examples'

/** Shows code that can be copied and run as it stands, one block for each language. */
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
      <Text size="sm" c="dimmed">
        Each reads the gateway key from the environment variable GATEWAY_KEY. Each buys one page.
      </Text>
    </Stack>
  )
}
