import { checkPostRules, listRules } from '../../../contract/app/rules.ts'
import { ownerQuery } from './owner-call.ts'

export const rulesQuery = () => ownerQuery(listRules)

export const postRulesQuery = (id: number) => ownerQuery(checkPostRules, { params: { id } })
