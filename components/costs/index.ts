export { ComparisonTable, PackAdviceTable } from './comparison-table'
export { CurrencyForm, MoneyChoice } from './currency-form'
export { PackPrices, SetPackPrice } from './pack-prices'
export { AddTopUpCost, TopUpCosts } from './top-up-costs'
