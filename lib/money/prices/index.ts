export { listDifferingPrices } from './differing-prices'
export { dearestTariff, reservationPrices } from './highest-price'
export { doDiffer } from './inferred-prices'
export {
  type DailyPrice,
  listDailyPrices,
  listPriceChanges,
  listPrices,
  type PriceChange,
  type PriceView,
} from './list-prices'
export { priceInForce } from './price-in-force'
export { putInferredPrice } from './put-inferred-price'
export { endSetPrices, findSetPrice, setPrice, setPriceInput } from './set-price'
