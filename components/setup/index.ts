export { SearchStep } from './search-step'
export { TeamStep, WalletStep } from './step-forms'
export { type SetupStep, SetupSteps, WhatPurserIs } from './steps'
