export { havePriceConflict, putInferredPrice } from './inferred-prices'
export {
  type DailyPrice,
  listDailyPrices,
  listDifferingPrices,
  listPriceChanges,
  listPrices,
  type PriceChange,
  type PriceView,
} from './list-prices'
export { findHighestTariff, findPriceInForce, findReservationTariffs } from './price-in-force'
export { endSetPrices, findSetPrice, setPrice, setPriceInput } from './set-price'
