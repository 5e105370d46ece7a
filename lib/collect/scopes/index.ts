export { backtestScopedBudget, createScopedBudget, forecastScopedBudget } from './budgets-for'
