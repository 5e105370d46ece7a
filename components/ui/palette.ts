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
