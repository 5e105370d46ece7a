export {
  Dot,
  DotBadge,
  PALETTE,
  PretendBadge,
  type Shade,
  StateBadge,
  shadeOf,
  shadeVariable,
  type Tone,
} from './badges'
export { ChoiceField } from './choice-field'
export { CopyButton, ShownOnce } from './copied'
export { type Column, DataTable } from './data-table'
export {
  ConfirmButton,
  ConfirmDialog,
  Dialog,
  DialogButton,
  DrawerClose,
  DrawerDone,
  FilterDrawer,
  FormDrawer,
  whenOpened,
} from './dialogs'
export { Disclosure } from './disclosure'
export { Change, Credits, StatStrip, StatTile } from './figures'
export {
  FieldChanged,
  rememberTeam,
  useEvery,
  useHydrated,
  useLastTeam,
  useLate,
  usePick,
  usePrinted,
} from './hooks'
export { ButtonLink, Choices, FilterChip, LinkTabs, LinkTo, ListPages, PageTabs } from './links'
export { connectEvents, type EventStatus, getJson, LiveRefresh, refreshWhenFree } from './live'
export { LoadedData } from './loaded-data'
export { DotsMenu, ExportMenu, RowMenu } from './menus'
export { tell, tellOfFailure, useTellDone } from './messages'
export { OnDemand, type OnDemandButton } from './on-demand'
export { OpenedDialog } from './opened-dialog'
export { Card, Note, PageHeader } from './page-parts'
export { PasswordField } from './password-field'
export { PlainText } from './plain-text'
export { Providers } from './providers'
export { RelativeTime } from './relative-time'
export { Segments } from './segments'
export { CardBoundary, EmptyState, ErrorState, ForbiddenState } from './states'
