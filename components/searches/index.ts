export { describeEstimate, type PageEstimate } from './price-range'
export { SearchForm } from './search-form'
