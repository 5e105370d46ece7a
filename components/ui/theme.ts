import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const ledger: MantineColorsTuple = [
  '#ecf8f6',
  '#d8eeea',
  '#aedcd4',
  '#80c9be',
  '#5cb9ab',
  '#44afa0',
  '#34a698',
  '#22877b',
  '#1c6d63',
  '#0f5a51',
]

export const theme = createTheme({
  primaryColor: 'ledger',
  colors: { ledger },
  // 8 on white and 4 on dark keep text and buttons above 4.5:1.
  primaryShade: { light: 8, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.35,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: { fontWeight: '650' },
})

/** Mantine's defaults for secondary text miss WCAG AA (3.3:1 and 2.1:1). */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
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
