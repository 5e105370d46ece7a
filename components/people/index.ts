export { PeopleTable } from './people-table'
export { TeamMakersForm } from './team-makers-form'
