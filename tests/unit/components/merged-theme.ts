import { DEFAULT_THEME, type MantineThemeOverride, mergeMantineTheme } from '@mantine/core'

/** Returns the theme that Mantine uses: our settings over its own. */
export const mergedTheme = (theme: MantineThemeOverride) => mergeMantineTheme(DEFAULT_THEME, theme)
