export { deletePerson } from './delete-person'
