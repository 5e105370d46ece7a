import { Button, Text } from '@mantine/core'
import type { RefObject } from 'react'

interface NextPageButtonProps {
  /** The button that was pressed last, which gets the focus back. */
  readonly pressed: RefObject<HTMLButtonElement | null>
  /** True for the one below the items. */
  readonly isBelow?: boolean
  readonly isPending: boolean
  /** False if it only reserves its space. */
  readonly isThere: boolean
  /** True if the last try brought a problem. */
  readonly isAgain: boolean
  /** Estimate of what one more page may bring and cost; null if nobody can tell. */
  readonly price: string | null
  readonly next: () => void
}

export function NextPageButton(props: NextPageButtonProps) {
  const { pressed, isBelow = false, isPending, isAgain, isThere, price, next } = props
  const label = isAgain ? 'Try again' : 'Next page'
  return (
    <Button
      onClick={(event) => {
        pressed.current = event.currentTarget
        next()
      }}
      {...(isBelow && { variant: 'default', 'aria-label': `${label}, below the items` })}
      loading={isPending}
      {...(!isThere && { style: HIDDEN, disabled: true })}
      {...(price && { title: price })}
    >
      {label}
    </Button>
  )
}

const HIDDEN = { visibility: 'hidden' } as const

export const PriceNote = ({ price }: { readonly price: string }) => (
  <Text size="sm" c="dimmed">
    {price}
  </Text>
)
