'use client'

import { useHotkeys } from '@mantine/hooks'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { areShortcutsEnabled, OPEN_DIALOG } from '@/components/ui'
import { NAMED_PAGES } from './navigation'

/** The popup that the keyboard opens over a page. */
export type KeyboardPopup = 'palette' | 'shortcuts' | null

/** Time after `g` in which a letter still names a place. */
const SECOND_KEY_MS = 1500
const TYPES = 'input, textarea, select, [contenteditable=true], [role=textbox]'

/** Returns whether a key is pressed in a field in which one types. */
export const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.matches(TYPES)

/**
 * Handles the shortcuts of every page: Ctrl K and `/` find, `?` lists them, `g` and a letter go to a place. Single-key
 * ones can be switched off, and are while a dialog is open (WCAG 2.1.4).
 */
export function useKeyboardShortcuts(base: string) {
  const router = useRouter()
  const [opened, open] = useState<KeyboardPopup>(null)
  useHotkeys([['mod+K', () => open('palette')]], [])
  useEffect(() => {
    let waitsUntil = 0
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, timeStamp } = event
      if (ctrlKey || metaKey || altKey || isTyping(event) || !areShortcutsEnabled()) return
      if (document.querySelector(`${OPEN_DIALOG}, [role=menu]`)) return
      const place = timeStamp < waitsUntil ? NAMED_PAGES.find(({ letter }) => letter === key) : undefined
      waitsUntil = key === 'g' ? timeStamp + SECOND_KEY_MS : 0
      if (place) router.push(base + place.path)
      else if (key === '/') open('palette')
      else if (key === '?') open('shortcuts')
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [base, router])
  return { opened, open, shut: () => open(null) }
}
