'use client'

import { Button, Group } from '@mantine/core'
import { ConfirmButton } from '@/components/ui'
import type { KeyView } from '@/lib/keys/keys'
import type { KeyPerformer } from './use-key-actions'

/** The buttons of one key. */
export function KeyActions({ row, perform }: { readonly row: KeyView; readonly perform: KeyPerformer }) {
  const { id, name, prefix, status } = row
  const isDisabled = status === 'disabled'
  return (
    <Group gap={6}>
      <Button
        size="xs"
        variant="default"
        disabled={perform.isPending}
        onClick={() => perform.check(id)}
        aria-label={`Re-check ${name} ${prefix}`}
      >
        Re-check
      </Button>
      <Button
        size="xs"
        variant="default"
        disabled={perform.isPending}
        onClick={() => (isDisabled ? perform.enable(id) : perform.disable(id))}
        aria-label={`${isDisabled ? 'Enable' : 'Disable'} ${name} ${prefix}`}
      >
        {isDisabled ? 'Enable' : 'Disable'}
      </Button>
      <ConfirmButton
        label="Report a leak"
        aria-label={`Report a leak of ${name} ${prefix}`}
        title="Did this key leak?"
        text="The key is disabled here at once, and you get a message to send to the operator, who can revoke it."
        confirmLabel="Disable and write the message"
        onConfirm={() => perform.reportLeak(id)}
      />
      <ConfirmButton
        label="Delete"
        aria-label={`Delete ${name} ${prefix}`}
        title="Delete this key?"
        text="Its secret is erased for good. What it bought stays on the ledger. The key itself stays valid at the upstream."
        confirmLabel="Delete the key"
        onConfirm={() => perform.remove(id)}
      />
    </Group>
  )
}
