'use client'

import dynamic from 'next/dynamic'
import { useLate } from '@/components/ui'
import type { Opened } from './use-keyboard'

const OpenedPalette = dynamic(() => import('./opened-palette').then((loaded) => loaded.OpenedPalette), {
  ssr: false,
})
const ShortcutList = dynamic(() => import('./shortcut-list').then((loaded) => loaded.ShortcutList), {
  ssr: false,
})

interface PaletteProps {
  readonly team: string
  readonly opened: Opened
  onClose(): void
  onShortcuts(): void
}

/** Renders what the keyboard opens: the command palette, and the list of shortcuts. Each loads when first wanted. */
export function Palette({ team, opened, onClose, onShortcuts }: PaletteProps) {
  const palette = useLate(opened === 'palette' || null)
  const shortcuts = useLate(opened === 'shortcuts' || null)
  return (
    <>
      {palette.isThere && (
        <OpenedPalette
          team={team}
          isOpen={opened === 'palette'}
          onClose={onClose}
          onShortcuts={onShortcuts}
        />
      )}
      {shortcuts.isThere && <ShortcutList isOpen={opened === 'shortcuts'} onClose={onClose} />}
    </>
  )
}
