export { advisePack, type PackAdvice } from './advise-pack'
export { addTopUpCost, removeTopUpCost, setCurrency, setPackPrice } from './change-costs'
export { readCosts } from './costs'
export { readPackUse } from './pack-use'
export {
  addTopUpCostInput,
  type PackPriceView,
  setCurrencyInput,
  setPackPriceInput,
  type TopUpCostView,
  topUpCostInput,
} from './schemas'
