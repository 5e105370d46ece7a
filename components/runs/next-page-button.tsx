import { Button, Text } from '@mantine/core'
import type { Ref } from 'react'

interface NextPageButtonProps {
  readonly ref: Ref<HTMLButtonElement>
  readonly isPending: boolean
  /** The last try brought a problem. */
  readonly isAgain: boolean
  /** What one more page may bring and cost; null where nobody can tell. */
  readonly price: string | null
  readonly next: () => void
}

export const NextPageButton = ({ ref, isPending, isAgain, price, next }: NextPageButtonProps) => (
  <Button ref={ref} onClick={next} loading={isPending} {...(price && { title: `Price: ${price}` })}>
    {isAgain ? 'Try again' : 'Next page'}
  </Button>
)

export const PriceNote = ({ price }: { readonly price: string }) => (
  <Text size="sm" c="dimmed">
    Price: {price}
  </Text>
)
