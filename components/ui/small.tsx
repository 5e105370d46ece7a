'use client'

import { ActionIcon, Badge, Box, Tooltip, useMantineColorScheme } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy, IconMoon, IconSun } from '@tabler/icons-react'
import { formatAgo, formatMoment } from '@/lib/kernel'
import classes from './small.module.css'

/** Copies a visible text; never a secret. */
export function CopyButton({ value, label }: { readonly value: string; readonly label: string }) {
  const { copy, copied } = useClipboard()
  return (
    <Tooltip label={copied ? 'Copied' : label}>
      <ActionIcon variant="subtle" size="sm" aria-label={label} onClick={() => copy(value)}>
        {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
      </ActionIcon>
    </Tooltip>
  )
}

/** A name with its colour: an environment. */
export function DotBadge({ color, children }: { readonly color: string; readonly children: string }) {
  const dot = <Box w={8} h={8} bg={color} style={{ borderRadius: '50%' }} aria-hidden />
  return (
    <Badge variant="default" tt="none" fw={500} miw="max-content" leftSection={dot}>
      {children}
    </Badge>
  )
}

/** How long ago, with the exact time in the team's zone as its title. `now` is the server's, so both renders agree. */
export function RelativeTime(props: { readonly at: Date; readonly now: Date; readonly timeZone: string }) {
  const exact = `${formatMoment(props.at, props.timeZone)} (${props.timeZone})`
  return (
    <time dateTime={props.at.toISOString()} title={exact}>
      {formatAgo(props.at, props.now)}
    </time>
  )
}

/**
 * Text that somebody else wrote: shown as text, in its own direction, with its line breaks. A bare element, since long
 * lists have one in each row.
 */
export function PlainText({ children }: { readonly children: string }) {
  return (
    <p dir="auto" className={classes.plain}>
      {children}
    </p>
  )
}

/** Light or dark. Both icons are rendered and one is hidden, since the server does not know the choice. */
export function ColorSchemeToggle() {
  const { toggleColorScheme } = useMantineColorScheme()
  return (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label="Switch between light and dark"
      onClick={toggleColorScheme}
    >
      <Box lightHidden component={IconSun} size={18} />
      <Box darkHidden component={IconMoon} size={18} />
    </ActionIcon>
  )
}
