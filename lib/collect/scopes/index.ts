export { backtestBudgetFor, createBudgetFor, forecastBudgetFor } from './budgets-for'
