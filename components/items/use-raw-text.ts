'use client'

import { useCallback, useRef, useState } from 'react'
import type { ActionCall } from '@/components/forms'
import type { RawView } from '@/lib/collect/runs'

/** The last requested text; an answer to an older request is dropped. */
export function useRawText<Input>(call: ActionCall<Input, RawView>['call']) {
  const [json, setJson] = useState<string | null>(null)
  const latest = useRef(0)
  const load = useCallback(
    async (input: Input) => {
      const turn = ++latest.current
      setJson(null)
      const { data } = await call(input)
      if (turn === latest.current) setJson(data?.json ?? null)
    },
    [call],
  )
  return { json, load }
}
