export { hideSaving, hideSavingInput, listSavings, type Saving } from './savings'
