export { line, lines, manyIds, nameInput, nameOrNothing, searchText } from './name'
