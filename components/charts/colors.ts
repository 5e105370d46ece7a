import { PALETTE, type Shade, shadeOf, shadeVariable } from '@/components/ui'

const shadeAt = (place: number): Shade => PALETTE[place % PALETTE.length] ?? 'slate'

/**
 * Returns a colour for each series of a chart: its own if no earlier series took that, else the next free one of the
 * palette. Beyond eight series, colours repeat.
 */
export function colorsOf(series: readonly { readonly color?: string | null }[]): string[] {
  const wanted = series.map(({ color }) => (color ? shadeOf(color) : undefined))
  const own = wanted.map((shade, place) => (wanted.indexOf(shade) === place ? shade : undefined))
  const free = PALETTE.filter((shade) => !own.includes(shade))
  return own.map((shade, place) =>
    shade ? shadeVariable(shade) : shadeVariable(free.shift() ?? shadeAt(place)),
  )
}
