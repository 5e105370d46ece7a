export { FirstPageItems } from './first-page-items'
