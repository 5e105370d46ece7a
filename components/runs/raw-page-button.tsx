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
  const { pageNumber } = where
  return (
    <>
      <Button
        size="compact-xs"
        variant="subtle"
        aria-label={`Raw JSON of page ${pageNumber}`}
        onClick={() => setInput({ ...where })}
      >
        Raw
      </Button>
      <RawDrawer
        input={input}
        title={`Page ${pageNumber}, as it came`}
        read={read}
        onClose={() => setInput(null)}
      />
    </>
  )
}
