'use client'

import { ActionIcon, Tooltip } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'

/** Copies a visible text; never a secret. */
export function CopyButton({ value, label }: { readonly value: string; readonly label: string }) {
  const { copy, copied } = useClipboard()
  return (
    <Tooltip label={copied ? 'Copied' : label}>
      <ActionIcon variant="subtle" size="sm" aria-label={label} onClick={() => copy(value)}>
        {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      </ActionIcon>
    </Tooltip>
  )
}
