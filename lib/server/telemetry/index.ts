export { createMetricsReader, createTeamGauges, gaugeKeys, type MetricsReader } from './metrics-reader'
export { createRequestWatch, findRoutes, type RequestWatch } from './watch-requests'
