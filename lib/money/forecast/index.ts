export { type BudgetEffect, forecastBudget, forecastBudgetInput } from './forecast-budget'
export { type ForecastView, forecastHistoryStart, forecastInput, getForecast } from './get-forecast'
export { createForecastCache, type ForecastCache, readCachedForecast } from './kept-forecasts'
export {
  lastWholeDays,
  listRunOuts,
  meanDailySpend,
  runOutAtMeanSpend,
  type WalletRunOut,
} from './list-run-outs'
export { createSeededRandom } from './run-out'
