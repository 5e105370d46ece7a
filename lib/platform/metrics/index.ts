export { type LabelsOf, METRICS, type MetricDefinition } from './definitions'
export {
  count,
  countingProcess,
  isCounting,
  joinMetrics,
  METRICS_CONTENT_TYPE,
  type MetricTexts,
  observeMs,
  setGauge,
  startMetrics,
  writeMetrics,
} from './metrics'
