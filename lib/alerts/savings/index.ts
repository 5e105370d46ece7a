export { hideSaving, hideSavingInput, listSavings, type SavingView } from './savings'
