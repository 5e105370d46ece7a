'use client'

import { useEffect, useState } from 'react'

interface Late<Input> {
  /** True to render the dialog, even if it is closed. */
  readonly isThere: boolean
  readonly input: Input | null
}

/**
 * Keeps a dialog out of the page until it is first opened, because most never are. It is then rendered closed and
 * opened at once: a dialog that is rendered open does not learn where the focus was and cannot return it.
 */
export function useLate<Input>(input: Input | null): Late<Input> {
  const [wasThere, setThere] = useState(false)
  const isWanted = input !== null
  useEffect(() => {
    if (isWanted) setThere(true)
  }, [isWanted])
  return { isThere: isWanted || wasThere, input: wasThere ? input : null }
}
