import {
  Button,
  type CSSVariablesResolver,
  createTheme,
  darken,
  type MantineColorsTuple,
  Notification,
  Paper,
} from '@mantine/core'

const ledger: MantineColorsTuple = [
  '#ecf8f6',
  '#d8eeea',
  '#aedcd4',
  '#80c9be',
  '#5cb9ab',
  '#44afa0',
  '#34a698',
  '#22877b',
  '#1d756a',
  '#0f5a51',
]

/** Neutral surfaces, a little warm, so that colour is left for meaning. */
const gray: MantineColorsTuple = [
  '#fbfbfa',
  '#f4f4f2',
  '#ebeae6',
  '#e0dfda',
  '#d4d3cd',
  '#b5b4ad',
  '#83857e',
  '#5c5e58',
  '#3a3b37',
  '#1b1c1a',
]

const dark: MantineColorsTuple = [
  '#ecedea',
  '#c4c7c1',
  '#a9ada6',
  '#868b84',
  '#3a403e',
  '#2b302e',
  '#202423',
  '#191c1b',
  '#121413',
  '#0b0d0c',
]

/** Theme by docs/change/interface.md: an 8-pixel grid, five sizes of type, one accent. */
export const theme = createTheme({
  primaryColor: 'ledger',
  colors: { ledger, gray, dark },
  // One shade in both schemes: Mantine computes a button's text colour once, from the light one.
  primaryShade: 8,
  autoContrast: true,
  // Above this luminance white text falls below 4.5:1.
  luminanceThreshold: 0.18,
  defaultRadius: 'md',
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '8px', xl: '16px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.45', lg: '1.5', xl: '1.4' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // By alphabet, see app/typeface.ts. Latin is last: its fallback would draw the letters of the others, too.
  fontFamily:
    'var(--font-latin-ext), var(--font-cyrillic), var(--font-greek), var(--font-latin), system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.3' },
      h2: { fontSize: '1rem', lineHeight: '1.4' },
      h3: { fontSize: '0.875rem', lineHeight: '1.45' },
      h4: { fontSize: '0.875rem', lineHeight: '1.45' },
    },
  },
  components: {
    // Its cross has no text.
    Notification: Notification.extend({ defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } }),
    // Not by Badge.extend: few pages have one, and all would load it.
    Badge: { defaultProps: { tt: 'none', fz: 'xs', fw: 500, radius: 'sm' } },
    Button: Button.extend({ defaultProps: { fw: 500 } }),
    // The selected segment shows by its own surface.
    SegmentedControl: { defaultProps: { withItemsBorders: false } },
    Paper: Paper.extend({ defaultProps: { radius: 'lg' } }),
  },
})

/** Backgrounds of alerts, the same as those of notes with the same meaning. */
const SOFT = {
  '--mantine-color-red-light': 'var(--bad-soft)',
  '--mantine-color-orange-light': 'var(--warn-soft)',
  '--mantine-color-green-light': 'var(--good-soft)',
}

/** Corrects colours: Mantine's own secondary, light and outlined text misses WCAG AA on light pages (down to 2.1:1). */
export const cssVariablesResolver: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    ...Object.fromEntries(
      Object.entries(colors).flatMap(([name, shades]) => {
        const text = darken(shades[9], 0.3)
        return [
          [`--mantine-color-${name}-light-color`, text],
          [`--mantine-color-${name}-outline`, text],
        ]
      }),
    ),
    ...SOFT,
    '--mantine-color-text': '#1b1c1a',
    '--mantine-color-dimmed': '#5c5e58',
    '--mantine-color-placeholder': '#6b6d66',
    // What cannot be pressed yet must be readable.
    '--mantine-color-disabled-color': '#83857e',
    '--mantine-color-error': '#b42318',
    '--mantine-color-body': '#fbfbfa',
    '--mantine-color-default': '#ffffff',
    '--mantine-color-default-hover': '#f4f4f2',
    '--mantine-color-default-border': '#d4d3cd',
  },
  dark: {
    ...SOFT,
    '--mantine-color-text': '#ecedea',
    '--mantine-color-dimmed': '#a9ada6',
    '--mantine-color-placeholder': '#9a9f97',
    '--mantine-color-error': '#ff8a80',
    '--mantine-color-body': '#121413',
    '--mantine-color-default': '#191c1b',
    '--mantine-color-default-hover': '#202423',
    '--mantine-color-default-border': '#3a403e',
  },
})
