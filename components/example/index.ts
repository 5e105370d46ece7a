export { ExampleBar } from './example-bar'
export { LoadExample } from './load-example'
