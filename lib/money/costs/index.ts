export { addTopUpCost, removeTopUpCost, setMoney, setPackPrice } from './change-costs'
export { readCosts, readShownCosts } from './costs'
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
  setMoneyInput,
  setPackPriceInput,
  type TopUpCostView,
  topUpCostInput,
} from './schemas'
