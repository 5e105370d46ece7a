export { addTopUpCost, removeTopUpCost, setMoney, setPackPrice } from './change-costs'
export { readCosts, readShownCosts } from './costs'
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
  setMoneyInput,
  setPackPriceInput,
  type TopUpCostView,
  topUpCostInput,
} from './schemas'
