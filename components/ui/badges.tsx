import { Group } from '@mantine/core'
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconCircle,
  IconClock,
  IconFlask,
  IconProgress,
  type IconProps,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './sections.module.css'

/**
 * Meaning of a state: `bad` is danger or loss, `blocks` refuses calls because of it, `warn` wants attention, `busy` is in
 * progress, `waits` is for a person to continue, `pretend` is not real, `quiet` is none of them.
 */
export type Tone = keyof typeof ICONS

const ICONS = {
  good: IconCheck,
  warn: IconAlertTriangle,
  bad: IconAlertCircle,
  blocks: IconBan,
  busy: IconProgress,
  waits: IconClock,
  pretend: IconFlask,
  quiet: IconCircle,
} as const

const colorOf = (tone: Tone) => (tone === 'blocks' ? 'bad' : tone)

/** Shows the icon of a tone, so that nothing depends on colour alone. */
export const ToneIcon = ({ tone, ...icon }: IconProps & { readonly tone: Tone }) => {
  const Icon = ICONS[tone]
  return <Icon size={14} stroke={2.25} data-tone={colorOf(tone)} aria-hidden {...icon} />
}

interface StateBadgeProps {
  readonly tone: Tone
  /** Details, on hover. */
  readonly title?: string
  readonly children: ReactNode
}

/** Shows a state by an icon and a word. */
export function StateBadge({ tone, title, children }: StateBadgeProps) {
  return (
    <span className={classes.state} data-tone={colorOf(tone)} title={title}>
      <ToneIcon tone={tone} size={12} />
      {children}
    </span>
  )
}

interface DotBadgeProps {
  readonly color: string
  readonly children: string
}

/**
 * Shows a name with its colour, the same as in charts: an environment. A bare element, because long lists have one in
 * each row.
 */
export const EnvironmentBadge = ({ color, children }: DotBadgeProps) => (
  <span className={classes.dotBadge}>
    <EnvironmentDot color={color} />
    {children}
  </span>
)

/** Shows an environment's colour beside a name, the same as in charts. */
const EnvironmentDot = ({ color }: { readonly color: string }) => (
  <span
    style={{
      display: 'inline-block',
      width: 8,
      height: 8,
      borderRadius: '50%',
      background: shadeVariable(shadeOf(color) ?? 'slate'),
      // A contrast theme would remove it.
      forcedColorAdjust: 'none',
    }}
    aria-hidden
  />
)

/** Shows a name with its colour before it, if it has one everywhere: an environment. */
export const WithDot = ({
  color,
  children,
}: {
  readonly color?: string | null
  readonly children: ReactNode
}) =>
  color ? (
    <Group component="span" gap={6} wrap="nowrap" display="inline-flex">
      <EnvironmentDot color={color} />
      {children}
    </Group>
  ) : (
    children
  )

// Shades after Okabe and Ito, ordered so that the first ones are the easiest to tell apart. They are variables of
// app/globals.css, because light and dark need different shades; tests measure contrast, hue and colour-blind
// distance.
export const PALETTE = ['blue', 'orange', 'green', 'lilac', 'sky', 'plum', 'ochre', 'slate'] as const

export type Shade = (typeof PALETTE)[number]

// Environments have Mantine's colour names; each takes the nearest shade that all eyes can tell apart.
const NEAREST: Readonly<Record<string, Shade>> = {
  red: 'plum',
  orange: 'orange',
  yellow: 'ochre',
  green: 'green',
  teal: 'green',
  blue: 'blue',
  indigo: 'blue',
  grape: 'lilac',
  gray: 'slate',
}

/** Returns the shade of an environment's colour; none for a name that no environment has. */
export const shadeOf = (color: string): Shade | undefined => NEAREST[color]

/** Returns a shade in the form that a style uses. */
export const shadeVariable = (shade: Shade): string => `var(--chart-${shade})`
