export { advisePack, type PackAdvice } from './advise-pack'
export { addTopUpCost, removeTopUpCost, setCurrency, setPackPrice } from './change-costs'
export {
  compareServices,
  type ListUse,
  type Offer,
  type ServiceCost,
  toMoney,
} from './compare-services'
export { readCosts } from './costs'
export { readListUse, readPackUse } from './pack-use'
export {
  addTopUpCostInput,
  type PackPriceView,
  setCurrencyInput,
  setPackPriceInput,
  type TopUpCostView,
  topUpCostInput,
} from './schemas'
