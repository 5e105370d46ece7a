export { type LabelsOf, METRICS, type MetricDefinition } from './definitions'
export {
  incrementCounter,
  isMetricsStarted,
  joinMetrics,
  METRICS_CONTENT_TYPE,
  type MetricTexts,
  metricsProcessName,
  observeMs,
  setGauge,
  startMetrics,
  writeMetrics,
} from './metrics'
