import { reorderRoutines, routineRows } from '../../../contract/content/routine-endpoints.ts'
import { useOwnerWrite } from './owner-call.ts'
import { createRowCalls } from './row-calls.ts'

export const routineCalls = createRowCalls(routineRows)

export const useReorderRoutines = () => useOwnerWrite(reorderRoutines)
