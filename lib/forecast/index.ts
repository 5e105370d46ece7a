export { type ForecastView, forecastInput, getForecast } from './get-forecast'
