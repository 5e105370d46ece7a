export { deletePerson } from './delete-person'
export { disablePerson } from './disable-person'
