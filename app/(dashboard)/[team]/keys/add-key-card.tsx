import type { ComponentProps } from 'react'
import { ButtonLink, Card, EmptyState } from '@/components/ui'
import { AddKey } from './add-key'

/** Adds a key, once there is a wallet that it can draw on. */
export function AddKeyCard(props: ComponentProps<typeof AddKey>) {
  return (
    <Card
      title="Add a key"
      description="Several keys may draw on one wallet, usually one for each environment."
    >
      {props.wallets.length === 0 ? (
        <EmptyState
          title="Add a wallet first"
          text="A key draws on a wallet."
          action={<ButtonLink href={`/${props.team}/wallets`}>Add a wallet</ButtonLink>}
        />
      ) : (
        <AddKey {...props} />
      )}
    </Card>
  )
}
