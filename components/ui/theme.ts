import {
  Anchor,
  type CSSVariablesResolver,
  createTheme,
  darken,
  type MantineColorsTuple,
  Notification,
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

export const theme = createTheme({
  primaryColor: 'ledger',
  colors: { ledger },
  // One shade in both schemes: Mantine works out a button's text colour once, from the light one.
  primaryShade: 8,
  autoContrast: true,
  // Above this luminance white text falls below 4.5:1.
  luminanceThreshold: 0.18,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: { fontWeight: '650' },
  // A link within a sentence must differ by more than its colour (WCAG 1.4.1).
  components: {
    // Its cross has no text.
    Notification: Notification.extend({ defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } }),
    Anchor: Anchor.extend({ defaultProps: { underline: 'always' } }),
  },
})

/** Mantine's own secondary, light and outlined text misses WCAG AA on light pages (down to 2.1:1). */
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
    '--mantine-color-dimmed': '#59636b',
    '--mantine-color-placeholder': '#69727a',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-body': '#fbfcfc',
  },
  dark: {
    '--mantine-color-dimmed': '#aab2b8',
    '--mantine-color-placeholder': '#9da4a9',
    '--mantine-color-error': '#ff9a92',
    '--mantine-color-body': '#16191b',
  },
})
