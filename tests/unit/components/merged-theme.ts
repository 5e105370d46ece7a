import { DEFAULT_THEME, type MantineThemeOverride, mergeMantineTheme } from '@mantine/core'

/** The theme as Mantine works with it: our settings over its own. */
export const mergedTheme = (theme: MantineThemeOverride) => mergeMantineTheme(DEFAULT_THEME, theme)
