'use server'

import { teamAction, withTeam } from '@/app/_server'
import { saveScheduleWithChannel } from '@/lib/alerts/alerts'
import { deleteSearchItems } from '@/lib/collect/retention'
import {
  pauseSchedule,
  pauseScheduleInput,
  previewScheduleTimes,
  previewScheduleTimesInput,
  removeSchedule,
  saveScheduleInput,
  scheduleInput,
} from '@/lib/collect/schedules'
import {
  changeSearches,
  createSearch,
  createSearchInput,
  deleteSearch,
  manySearchesInput,
  restoreSearch,
  searchInput,
  starSearch,
  starSearchInput,
  updateSearch,
  updateSearchInput,
} from '@/lib/collect/searches'

export const createSearchAction = teamAction
  .metadata({ name: 'search.create' })
  .inputSchema(withTeam(createSearchInput))
  .action(({ ctx: { team, runtime }, parsedInput }) =>
    createSearch(team, parsedInput, { services: runtime.upstreams }),
  )

export const updateSearchAction = teamAction
  .metadata({ name: 'search.update' })
  .inputSchema(withTeam(updateSearchInput))
  .action(({ ctx: { team, runtime }, parsedInput }) =>
    updateSearch(team, parsedInput, { services: runtime.upstreams }),
  )

export const deleteSearchAction = teamAction
  .metadata({ name: 'search.delete' })
  .inputSchema(withTeam(searchInput))
  .action(({ ctx: { team }, parsedInput }) => deleteSearch(team, parsedInput.searchId))

export const restoreSearchAction = teamAction
  .metadata({ name: 'search.restore' })
  .inputSchema(withTeam(searchInput))
  .action(({ ctx: { team }, parsedInput }) => restoreSearch(team, parsedInput.searchId))

export const starSearchAction = teamAction
  .metadata({ name: 'search.pin' })
  .inputSchema(withTeam(starSearchInput))
  .action(({ ctx: { team }, parsedInput }) => starSearch(team, parsedInput))

export const changeSearchesAction = teamAction
  .metadata({ name: 'search.change-many' })
  .inputSchema(withTeam(manySearchesInput))
  .action(({ ctx: { team }, parsedInput }) => changeSearches(team, parsedInput))

export const previewTimesAction = teamAction
  .metadata({ name: 'schedule.preview' })
  .inputSchema(withTeam(previewScheduleTimesInput))
  .action(({ ctx: { team }, parsedInput }) => Promise.resolve(previewScheduleTimes(team, parsedInput)))

export const saveScheduleAction = teamAction
  .metadata({ name: 'schedule.save' })
  .inputSchema(withTeam(saveScheduleInput))
  .action(({ ctx: { team }, parsedInput }) => saveScheduleWithChannel(team, parsedInput))

export const pauseScheduleAction = teamAction
  .metadata({ name: 'schedule.pause' })
  .inputSchema(withTeam(pauseScheduleInput))
  .action(({ ctx: { team }, parsedInput }) => pauseSchedule(team, parsedInput))

export const removeScheduleAction = teamAction
  .metadata({ name: 'schedule.remove' })
  .inputSchema(withTeam(scheduleInput))
  .action(({ ctx: { team }, parsedInput }) => removeSchedule(team, parsedInput.searchId))

export const deleteSearchItemsAction = teamAction
  .metadata({ name: 'items.delete-search' })
  .inputSchema(withTeam(searchInput))
  .action(({ ctx: { team }, parsedInput }) => deleteSearchItems(team, parsedInput.searchId))
