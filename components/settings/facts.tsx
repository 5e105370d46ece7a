import { Text } from '@mantine/core'

/** Lists names and their values, for what can be read but not changed here. */
export function FactList({ facts }: { readonly facts: Readonly<Record<string, string>> }) {
  return (
    <dl style={{ margin: 0 }}>
      {Object.entries(facts).map(([name, value]) => (
        <div key={name}>
          <Text component="dt" size="sm" c="dimmed">
            {name}
          </Text>
          <Text component="dd" size="sm" m={0} mb="xs" style={{ overflowWrap: 'anywhere' }}>
            {value}
          </Text>
        </div>
      ))}
    </dl>
  )
}
