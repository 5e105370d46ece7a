export { deletePerson, disablePerson } from './people'
