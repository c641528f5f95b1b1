import { listRules } from '../../../contract/app/rules.ts'
import { ownerQuery } from './owner-call.ts'

export const rulesQuery = () => ownerQuery(listRules)
