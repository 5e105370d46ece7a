export { addTopUpCost, removeTopUpCost, setCurrency, setPackPrice } from './change-costs'
export { readCosts } from './costs'
export {
  advisePack,
  compareServices,
  convertToMoney,
  type ListUsage,
  type PackAdvice,
  readListUsage,
  readPackUsage,
  type ServiceCost,
  type ServiceOffer,
} from './pack-advice'
export {
  addTopUpCostInput,
  type PackPriceView,
  setCurrencyInput,
  setPackPriceInput,
  type TopUpCostView,
  topUpCostInput,
} from './schemas'
