export { type LabelsOf, METRICS, type MetricDefinition } from './definitions'
export { count, countingProcess, isCounting, observeMs, setGauge, startMetrics } from './metrics'
export { joinMetrics, METRICS_CONTENT_TYPE, type MetricTexts, writeMetrics } from './text'
