export {
  EnvironmentBadge,
  PALETTE,
  type Shade,
  StateBadge,
  shadeOf,
  shadeVariable,
  type Tone,
  ToneIcon,
  WithDot,
} from './badges'
export { readStored, storedNames, writeStored } from './browser-store'
export { ButtonLink } from './button-link'
export { CardBoundary } from './card-boundary'
export { ChoiceField } from './choice-field'
export { CopyButton } from './copy-button'
export { type Column, DataTable, figureColumn, type Sorting, spentColumn } from './data-table'
export { ConfirmButton, ConfirmDialog, Dialog, DialogButton, loadDialogWhenOpened } from './dialogs'
export { Dimmed } from './dimmed'
export { Disclosure } from './disclosure'
export { DotsMenu, RowMenu } from './dots-menu'
export { EmptyState } from './empty-state'
export { ErrorState } from './error-state'
export { ExportMenu } from './export-menu'
export { FactList } from './fact-list'
export { CostInMoney, Credits, CreditsWithCost, FigureChange, StatStrip, StatTile } from './figures'
export { FilterChip } from './filter-chip'
export { FilterDrawer } from './filter-drawer'
export { ForbiddenState } from './forbidden-state'
export { FormDrawer } from './form-drawer'
export {
  areShortcutsEnabled,
  DrawerCloseContext,
  FieldChangedContext,
  OPEN_DIALOG,
  rememberTeam,
  setShortcutsOn,
  useHydrated,
  useIsPrinting,
  useLastTeam,
  useLazyDialog,
  useOptimisticPick,
  usePolledValue,
} from './hooks'
export { LinkTabs } from './link-tabs'
export { AppLink } from './link-to'
export { ListPages } from './list-pages'
export {
  connectEvents,
  type EventStatus,
  getJson,
  LiveRefresh,
  refreshWhenIdle,
} from './live'
export { LoadedData } from './loaded-data'
export { showFailureMessage, showMessage, useDoneMessage } from './messages'
export { OnDemand, type OnDemandButton } from './on-demand'
export { OpenedDialog } from './opened-dialog'
export type { RowAction } from './opened-menus'
export { Card, PageHeader, PageNote } from './page-parts'
export { PageTabs } from './page-tabs'
export { KeyField, PasswordField } from './password-field'
export { PlainText } from './plain-text'
export { Providers } from './providers'
export { type Refusal, RefusalAlert } from './refusal-alert'
export { RelativeTime } from './relative-time'
export { Segments } from './segments'
export { ShownOnce } from './shown-once'
export { useFoundByName } from './use-found'
export { Wordmark } from './wordmark'
