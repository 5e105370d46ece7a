export { createMetricsReader, createTeamGauges, type MetricsReader, setKeyGauges } from './metrics-reader'
export { createRequestWatch, createRouteFinder, type RequestWatch } from './watch-requests'
