'use client'

import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'

const AT_ONCE = 20

interface MoreRowsProps {
  /** Each with a key. */
  readonly children: readonly ReactNode[]
}

/** The first rows of a list whose rows are large; the next ones are shown when they are asked for. */
export function MoreRows({ children }: MoreRowsProps) {
  const [shown, setShown] = useState(AT_ONCE)
  const left = children.length - shown
  return (
    <>
      {children.slice(0, shown)}
      {left > 0 && (
        <Button size="xs" variant="default" w="fit-content" onClick={() => setShown(shown + AT_ONCE)}>
          Show {Math.min(left, AT_ONCE)} more of {left}
        </Button>
      )}
    </>
  )
}
