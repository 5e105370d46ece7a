export { writeBackup } from './backup'
export { restoreBackup } from './restore'
export { rewrapSecrets } from './rewrap'
