export { createBudgetFor, forecastBudgetFor } from './budgets-for'
