export { addTopUpCost, removeTopUpCost, setCurrency, setPackPrice } from './change-costs'
export { readCosts } from './costs'
export {
  advisePack,
  compareServices,
  type ListUse,
  type Offer,
  type PackAdvice,
  readListUse,
  readPackUse,
  type ServiceCost,
  toMoney,
} from './pack-advice'
export {
  addTopUpCostInput,
  type PackPriceView,
  setCurrencyInput,
  setPackPriceInput,
  type TopUpCostView,
  topUpCostInput,
} from './schemas'
