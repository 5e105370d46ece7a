export { multiLineText, nameInput, optionalNameInput, searchTextInput, singleLineText } from './name'
