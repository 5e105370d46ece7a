'use server'

import { teamAction, withTeam } from '@/app/_server'
import {
  createSearch,
  createSearchInput,
  deleteSearch,
  pinSearch,
  pinSearchInput,
  restoreSearch,
  searchInput,
  updateSearch,
  updateSearchInput,
} from '@/lib/searches'

export const createSearchAction = teamAction
  .metadata({ name: 'search.create' })
  .inputSchema(withTeam(createSearchInput))
  .action(({ ctx: { team }, parsedInput }) => createSearch(team, parsedInput))

export const updateSearchAction = teamAction
  .metadata({ name: 'search.update' })
  .inputSchema(withTeam(updateSearchInput))
  .action(({ ctx: { team }, parsedInput }) => updateSearch(team, parsedInput))

export const deleteSearchAction = teamAction
  .metadata({ name: 'search.delete' })
  .inputSchema(withTeam(searchInput))
  .action(({ ctx: { team }, parsedInput }) => deleteSearch(team, parsedInput.searchId))

export const restoreSearchAction = teamAction
  .metadata({ name: 'search.restore' })
  .inputSchema(withTeam(searchInput))
  .action(({ ctx: { team }, parsedInput }) => restoreSearch(team, parsedInput.searchId))

export const pinSearchAction = teamAction
  .metadata({ name: 'search.pin' })
  .inputSchema(withTeam(pinSearchInput))
  .action(({ ctx: { team }, parsedInput }) => pinSearch(team, parsedInput))
