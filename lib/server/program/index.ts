export type { ProgramIo } from './io'
export { runProgram } from './program'
