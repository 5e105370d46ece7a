export { columnsOf } from './columns'
export { Deck } from './deck'
