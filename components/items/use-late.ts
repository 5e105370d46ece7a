'use client'

import { useEffect, useState } from 'react'

interface Late<Input> {
  /** Whether the dialog is to be rendered, be it closed. */
  readonly isThere: boolean
  readonly input: Input | null
}

/**
 * Keeps a dialog out of the page until it is first opened: most never are. Then it comes closed and opens at once, as a
 * dialog that is rendered open does not learn where the focus was and cannot give it back.
 */
export function useLate<Input>(input: Input | null): Late<Input> {
  const [wasThere, setThere] = useState(false)
  const isWanted = input !== null
  useEffect(() => {
    if (isWanted) setThere(true)
  }, [isWanted])
  return { isThere: isWanted || wasThere, input: wasThere ? input : null }
}
