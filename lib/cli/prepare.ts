// What start.mjs loads through tsx before the server: everything that can be found wrong is found here.
export { prepare } from '@/lib/runtime'
