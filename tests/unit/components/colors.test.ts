import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { seriesColors } from '@/components/charts/chart-data'
import { PALETTE, shadeVariable } from '@/components/ui/badges'
import { cssVariablesResolver, theme } from '@/components/ui/theme'
import { contrast, distance, EYE_NAMES, hueOf } from './color-vision'
import { mergedTheme } from './merged-theme'

const sheet = readFileSync('app/globals.css', 'utf8')
const [lightCss = '', darkCss = ''] = sheet.split('[data-mantine-color-scheme="dark"]')
const keyed = (length: number) => Array.from({ length }, (_, index) => ({ key: `search ${index}` }))
const palette = PALETTE.map(shadeVariable)
const shadesIn = (css: string): string[] =>
  palette.map(
    (variable) => css.match(new RegExp(`${variable.slice(4, -1)}: (#[0-9a-f]{6});`))?.[1] ?? 'missing',
  )

const variables = cssVariablesResolver(mergedTheme(theme))
const SCHEMES = [
  ['light', shadesIn(lightCss), variables.light['--mantine-color-body'] ?? ''],
  ['dark', shadesIn(darkCss), variables.dark['--mantine-color-body'] ?? ''],
] as const

const shadeOf = (css: string, name: string): string =>
  css.match(new RegExp(`${name}: (#[0-9a-f]{3,6});`))?.[1]?.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3') ??
  'missing'

test.each([
  ['light', lightCss, variables.light['--mantine-color-body'] ?? '', '#ffffff'],
  ['dark', darkCss, variables.dark['--mantine-color-body'] ?? '', theme.colors?.dark?.[6] ?? ''],
])(
  'the border of a field stands out from its surroundings and from the field (%s)',
  (_, css, page, field) => {
    const around = [page, field, shadeOf(css, '--surface'), shadeOf(css, '--sunken')]
    const border = shadeOf(css, '--field-line')
    expect(Math.min(...around.map((ground) => contrast(border, ground)))).toBeGreaterThanOrEqual(3)
    // A focused field is clearly stronger than one at rest.
    const focused = shadeOf(css, sheet.match(/--input-bd-focus: var\((--[a-z-]+)\);/)?.[1] ?? 'missing')
    for (const ground of around)
      expect(contrast(focused, ground)).toBeGreaterThan(contrast(border, ground) * 1.3)
  },
)

describe.each(SCHEMES)('the %s palette', (_, shades, page) => {
  test('stands out from the page', () => {
    expect(Math.min(...shades.map((shade) => contrast(shade, page)))).toBeGreaterThanOrEqual(3)
  })

  test.each(EYE_NAMES)('can be told apart by %s eyes', (eye) => {
    const pairs = shades.flatMap((a, place) => shades.slice(place + 1).map((b) => distance(a, b, eye)))
    expect(pairs).toHaveLength(28)
    expect(Math.min(...pairs)).toBeGreaterThan(15)
  })
})

test.each(palette.map((variable, place) => [variable, shadesIn(lightCss)[place], shadesIn(darkCss)[place]]))(
  '%s has the same hue in light and dark',
  (_, light = '', dark = '') => {
    const [one, other] = [hueOf(light), hueOf(dark)]
    if (one === null || other === null) return
    const apart = Math.abs(one - other)
    expect(Math.min(apart, 360 - apart)).toBeLessThan(5)
  },
)

describe('the colours of a chart', () => {
  test('are the environments’ own if they name one', () => {
    expect(
      seriesColors([
        { key: 'a', color: 'red' },
        { key: 'b', color: 'teal' },
      ]),
    ).toEqual(['var(--chart-plum)', 'var(--chart-green)'])
  })

  test('differ even if two environments ask for nearly the same', () => {
    const colors = seriesColors([
      { key: 'a', color: 'teal' },
      { key: 'b', color: 'green' },
      { key: 'c' },
      { key: 'd', color: 'nonsense' },
      { key: 'e', color: null },
    ])
    expect(new Set(colors).size).toBe(colors.length)
  })

  test('stay with their series, whatever its rank', () => {
    const ranked = keyed(8)
    const colors = seriesColors(ranked)
    expect(seriesColors([...ranked].reverse())).toEqual([...colors].reverse())
    // A series that leaves moves few others to another colour.
    for (const { key } of ranked) {
      const left = ranked.filter((one) => one.key !== key)
      const before = colors.filter((_, index) => ranked[index]?.key !== key)
      const moved = seriesColors(left).filter((color, index) => color !== before[index])
      expect(moved.length).toBeLessThanOrEqual(3)
    }
  })

  test('differ up to eight, then repeat', () => {
    const many = seriesColors(keyed(10))
    expect(new Set(many).size).toBe(8)
    expect(many.every((color) => palette.includes(color))).toBe(true)
  })
})

test.each(Object.entries(mergedTheme(theme).colors))(
  'light and outlined text in %s is readable',
  (name, shades) => {
    const text = variables.light[`--mantine-color-${name}-light-color`] ?? ''
    expect(variables.light[`--mantine-color-${name}-outline`]).toBe(text)
    const [r = 0, g = 0, b = 0] = text.match(/\d+/g)?.map(Number) ?? []
    const hex = `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`
    expect(contrast(hex, shades[1])).toBeGreaterThanOrEqual(4.5)
  },
)
