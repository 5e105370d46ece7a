export { loadExample, loadExampleInput } from './load-example'
export { removeExamples } from './remove-examples'
