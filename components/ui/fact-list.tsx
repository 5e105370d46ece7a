import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** Lists names and their values, for what can be read but not changed here. */
export const FactList = ({ facts }: { readonly facts: Readonly<Record<string, ReactNode>> }) => (
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
