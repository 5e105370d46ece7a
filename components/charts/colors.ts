import classes from './charts.module.css'

// Shades after Okabe and Ito, ordered so that the first ones are the easiest to tell apart. They are variables of
// charts.module.css, since light and dark need different shades; tests measure contrast and colour-blind distance.
const PALETTE = ['blue', 'orange', 'green', 'lilac', 'sky', 'brick', 'ochre', 'slate'] as const

type Shade = (typeof PALETTE)[number]

// Environments have Mantine's colour names; in a chart each takes the nearest shade that all eyes can tell apart.
const NEAREST: Readonly<Record<string, Shade>> = {
  red: 'brick',
  orange: 'orange',
  yellow: 'ochre',
  green: 'green',
  teal: 'green',
  blue: 'blue',
  indigo: 'blue',
  grape: 'lilac',
  gray: 'slate',
}

const shadeAt = (place: number): Shade => PALETTE[place % PALETTE.length] ?? 'slate'
const variable = (shade: Shade): string => `var(--chart-${shade})`

/**
 * A colour for each series of a chart: its own if no series before it took that, else the next free one of the palette.
 * Past eight series colours repeat.
 */
export function colorsOf(series: readonly { readonly color?: string | null }[]): string[] {
  const wanted = series.map(({ color }) => (color ? NEAREST[color] : undefined))
  const own = wanted.map((shade, place) => (wanted.indexOf(shade) === place ? shade : undefined))
  const free = PALETTE.filter((shade) => !own.includes(shade))
  return own.map((shade, place) => (shade ? variable(shade) : variable(free.shift() ?? shadeAt(place))))
}

/** The class that gives the palette's variables to everything inside, for drawings outside charts. */
export const paletteClass = classes.colors ?? ''
