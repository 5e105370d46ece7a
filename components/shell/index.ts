export { AlertCount, BellLink } from './bell-link'
export { Shell } from './shell'
export { KeyTabs, SearchTabs, SettingsIndex } from './tabs'
