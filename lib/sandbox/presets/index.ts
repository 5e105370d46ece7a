import { legacyPreset, nestedPreset, type Preset, plainPreset } from './presets'

export type { Preset } from './presets'

const ALL = { plain: plainPreset, nested: nestedPreset, legacy: legacyPreset } as const satisfies Record<
  string,
  Preset
>

/** A way to fill the interface's gaps, by its name. */
export type PresetName = keyof typeof ALL

export const PRESETS: Readonly<Record<PresetName, Preset>> = ALL

const isPresetName = (name: string): name is PresetName => Object.hasOwn(PRESETS, name)

export const PRESET_NAMES: readonly PresetName[] = Object.keys(PRESETS).filter(isPresetName)
