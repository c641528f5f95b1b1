import { addDemo, findDemo, removeDemo, undoDemoRemoval } from '../../../contract/app/demo.ts'
import { dismissOnOverview, findOverview, findUsedTabs } from '../../../contract/app/overview.ts'
import { ownerQuery, useOwnerWrite } from './owner-call.ts'

export const overviewQuery = () => ownerQuery(findOverview)

export const usedTabsQuery = () => ownerQuery(findUsedTabs)

export const useDismissOnOverview = () => useOwnerWrite(dismissOnOverview)

export const demoQuery = () => ownerQuery(findDemo)

export const useAddDemo = () => useOwnerWrite(addDemo, { showsError: true })
export const useRemoveDemo = () => useOwnerWrite(removeDemo, { showsError: true })
export const useUndoDemoRemoval = () => useOwnerWrite(undoDemoRemoval)
