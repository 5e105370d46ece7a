export { type BudgetEffect, forecastBudget, forecastBudgetInput } from './forecast-budget'
export { type ForecastView, forecastInput, getForecast } from './get-forecast'
export { type KeptForecasts, keepForecasts } from './kept-forecasts'
