'use client'

import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Action } from '@/components/forms'
import type { RawView } from '@/lib/runs'
import { RawDrawer } from './raw-drawer'

export interface RawPageInput {
  team: string
  runId: string
  pageNumber: number
}

/** Shows a whole page as the upstream sent its items. */
export function RawPageButton({
  read,
  ...where
}: RawPageInput & { readonly read: Action<RawPageInput, RawView> }) {
  const [input, setInput] = useState<RawPageInput | null>(null)
  // A run has a button a page, and few are ever pressed.
  const [wasOpened, setOpened] = useState(false)
  const { pageNumber } = where
  const open = () => {
    setInput({ ...where })
    setOpened(true)
  }
  return (
    <>
      <Button size="compact-xs" variant="subtle" aria-label={`Raw JSON of page ${pageNumber}`} onClick={open}>
        Raw
      </Button>
      {wasOpened && (
        <RawDrawer
          input={input}
          title={`Page ${pageNumber}, as it came`}
          read={read}
          onClose={() => setInput(null)}
        />
      )}
    </>
  )
}
