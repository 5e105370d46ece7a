export { AuditTable } from './audit-table'
export { Facts } from './facts'
export { EnvironmentForm, PasswordForm, PriceForm, TeamForm } from './forms'
