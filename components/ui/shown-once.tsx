'use client'

import { Alert, Code, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { CopyButton } from './copy-button'

interface ShownOnceProps {
  readonly title: string
  readonly text: string
  readonly copyLabel: string
  /** True if it replaces the form that had the focus. */
  readonly takesFocus?: boolean
  /** Instructions for using it, in a sentence or two. */
  readonly children?: ReactNode
}

const focus = (element: HTMLElement | null) => element?.focus()

/** Shows a text only this once, because only its hash is kept: a token, a gateway key, a link. */
export function ShownOnce({ title, text, copyLabel, takesFocus = false, children }: ShownOnceProps) {
  return (
    <Alert {...(takesFocus && { ref: focus, tabIndex: -1 })} role="status" variant="light" title={title}>
      <Group gap="xs" wrap="nowrap">
        <Code style={{ overflowWrap: 'anywhere' }}>{text}</Code>
        <CopyButton value={text} label={copyLabel} />
      </Group>
      {children && (
        <Text size="sm" mt={4}>
          {children}
        </Text>
      )}
    </Alert>
  )
}
