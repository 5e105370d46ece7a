'use client'

import { Kbd, SimpleGrid, Stack, Switch } from '@mantine/core'
import { useState } from 'react'
import { areShortcutsEnabled, OpenedDialog, setShortcutsOn } from '@/components/ui'
import { NAMED_PAGES } from './navigation'
import classes from './palette.module.css'

interface ShortcutListProps {
  readonly isOpen: boolean
  onClose(): void
}

const FIRST = [
  { keys: ['Ctrl', 'K'], label: 'Find or do something' },
  { keys: ['/'], label: 'Find or do something' },
  { keys: ['?'], label: 'This list' },
  { keys: ['j', 'k'], label: 'Next and previous item of a run' },
  { keys: ['x'], label: 'Select the focused row of a list' },
]

/** Lists all shortcuts, with the switch for single-key ones. */
export function ShortcutList({ isOpen, onClose }: ShortcutListProps) {
  const [isOn, setOn] = useState(areShortcutsEnabled)
  const rows = [
    ...FIRST,
    ...NAMED_PAGES.map(({ label, letter }) => ({ keys: ['g', letter], label: `Go to ${label}` })),
  ]
  return (
    <OpenedDialog isOpen={isOpen} onClose={onClose} title="Keyboard shortcuts" size="lg">
      <Stack>
        <SimpleGrid component="ul" cols={{ base: 1, xs: 2 }} spacing="lg" verticalSpacing={6} p={0} m={0}>
          {rows.map(({ keys, label }) => (
            <li key={keys.join()} className={classes.shortcut}>
              <span>{label}</span>
              <span>
                {keys.map((key) => (
                  <Kbd key={key} size="xs">
                    {key}
                  </Kbd>
                ))}
              </span>
            </li>
          ))}
        </SimpleGrid>
        <Switch
          label="Use shortcuts of single keys"
          description="Switch them off if you use speech input. Ctrl K always works. Saved in this browser."
          checked={isOn}
          onChange={({ currentTarget: { checked } }) => {
            setOn(checked)
            setShortcutsOn(checked)
          }}
        />
      </Stack>
    </OpenedDialog>
  )
}
