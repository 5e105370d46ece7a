'use client'

import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * Returns whether the page is being printed. What is rendered for it is there before the browser prints, which does
 * not wait.
 */
export function usePrinted(): boolean {
  const [isPrinted, setPrinted] = useState(false)
  useEffect(() => {
    const print = () => flushSync(() => setPrinted(true))
    const printed = () => setPrinted(false)
    window.addEventListener('beforeprint', print)
    window.addEventListener('afterprint', printed)
    return () => {
      window.removeEventListener('beforeprint', print)
      window.removeEventListener('afterprint', printed)
    }
  }, [])
  return isPrinted
}
