import * as contract from '../../../contract/app/rules.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { listRules, type RuleOptions } from './list-rules.ts'

export function ruleRoutes(options: RuleOptions) {
  return [bind(contract.listRules, async ({ db, now }) => ({ body: await listRules(db, options, now) }))]
}
