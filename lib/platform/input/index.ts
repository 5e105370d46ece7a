export { manyIds, multiLineText, nameInput, optionalNameInput, searchTextInput, singleLineText } from './name'
