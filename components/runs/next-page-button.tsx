import { Button, Text } from '@mantine/core'
import type { Ref } from 'react'

interface NextPageButtonProps {
  readonly ref: Ref<HTMLButtonElement>
  readonly isPending: boolean
  /** Not there, it only keeps its place. */
  readonly isThere: boolean
  /** The last try brought a problem. */
  readonly isAgain: boolean
  /** What one more page may bring and cost; null where nobody can tell. */
  readonly price: string | null
  readonly next: () => void
}

export const NextPageButton = ({ ref, isPending, isAgain, isThere, price, next }: NextPageButtonProps) => (
  <Button
    ref={ref}
    onClick={next}
    loading={isPending}
    {...(!isThere && { style: HIDDEN, disabled: true })}
    {...(price && { title: price })}
  >
    {isAgain ? 'Try again' : 'Next page'}
  </Button>
)

const HIDDEN = { visibility: 'hidden' } as const

export const PriceNote = ({ price }: { readonly price: string }) => (
  <Text size="sm" c="dimmed">
    {price}
  </Text>
)
