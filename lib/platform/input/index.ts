export { line, lines, nameInput, nameOrNothing, searchText } from './name'
