'use client'

import { loadDialogWhenOpened } from '@/components/ui'
import type { KeyboardPopup } from './use-keyboard'

const OpenedPalette = loadDialogWhenOpened(
  () => import('./opened-palette').then((loaded) => loaded.OpenedPalette),
  ({ isOpen }) => isOpen,
)
const ShortcutList = loadDialogWhenOpened(
  () => import('./shortcut-list').then((loaded) => loaded.ShortcutList),
  ({ isOpen }) => isOpen,
)

interface PaletteProps {
  readonly team: string
  readonly opened: KeyboardPopup
  onClose(): void
  onShortcuts(): void
}

/** Renders what the keyboard opens: the command palette, and the list of shortcuts. Each loads when first wanted. */
export const Palette = ({ team, opened, onClose, onShortcuts }: PaletteProps) => (
  <>
    <OpenedPalette team={team} isOpen={opened === 'palette'} onClose={onClose} onShortcuts={onShortcuts} />
    <ShortcutList isOpen={opened === 'shortcuts'} onClose={onClose} />
  </>
)
