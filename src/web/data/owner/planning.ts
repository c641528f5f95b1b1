import {
  createIdea,
  findPlannedDay,
  listPlan,
  moveIdea,
  moveScheduledNewsletter,
  moveScheduledPost,
} from '../../../contract/app/planning.ts'
import { ownerQuery, ownerWrite, useOwnerWrite } from './owner-call.ts'
import { useOwnerMutation } from './owner-mutation.ts'

export const planQuery = (from: string, to: string) => ownerQuery(listPlan, { query: { from, to } })

/** The planned day of a post. */
export const plannedDayQuery = (id: number) => ownerQuery(findPlannedDay, { params: { id } })

export const useCreateIdea = () => useOwnerWrite(createIdea, { showsError: true })

/** An idea has a day or none, everything else a time. */
export type PlanMove =
  | { to: 'idea'; id: number; day: string | null }
  | { to: 'post' | 'newsletter'; id: number; at: string }

export function useMovePlanned() {
  return useOwnerMutation((move: PlanMove, key) => send(move, key), { readsAfterConflict: true })
}

function send(move: PlanMove, key: string): Promise<unknown> {
  const params = { id: move.id }
  if (move.to === 'idea') return ownerWrite(moveIdea, { params, body: { day: move.day } }, key)
  return ownerWrite(
    move.to === 'post' ? moveScheduledPost : moveScheduledNewsletter,
    { params, body: { at: move.at } },
    key,
  )
}
