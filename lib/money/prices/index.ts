export { doDiffer, putInferredPrice } from './inferred-prices'
export {
  type DailyPrice,
  listDailyPrices,
  listDifferingPrices,
  listPriceChanges,
  listPrices,
  type PriceChange,
  type PriceView,
} from './list-prices'
export { dearestTariff, priceInForce, reservationPrices } from './price-in-force'
export { endSetPrices, findSetPrice, setPrice, setPriceInput } from './set-price'
