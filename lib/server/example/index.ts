export { loadExample, loadExampleInput, removeExamples } from './load-example'
