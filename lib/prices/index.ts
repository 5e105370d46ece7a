export { highestPrice } from './highest-price'
export { listPrices, type PriceView } from './list-prices'
export { type ContractPrices, priceInForce } from './price-in-force'
export { setPrice, setPriceInput } from './set-price'
