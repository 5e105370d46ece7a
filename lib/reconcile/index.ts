export { listUnknowns } from './list-unknowns'
export { resolveUnknown } from './resolve-unknown'
export { resolveUnknownInput, type UnknownView } from './schemas'
