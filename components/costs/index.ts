export { ComparisonTable, PackAdviceTable } from './comparison-table'
export { MoneyForm } from './money-form'
export { PackPrices, SetPackPrice } from './pack-prices'
export { AddTopUpCost, TopUpCosts } from './top-up-costs'
