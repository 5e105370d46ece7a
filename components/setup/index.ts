export { SearchStep } from './search-step'
export { type SetupStep, SetupSteps, WhatPurserIs } from './steps'
export { TeamStep } from './team-step'
export { WalletStep } from './wallet-step'
