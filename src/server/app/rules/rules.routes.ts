import * as contract from '../../../contract/app/rules.ts'
import { findEditablePost } from '../../content/posts/owner-posts.repo.ts'
import { bind } from '../../platform/http/endpoint-handler.ts'
import { listRules, type RuleOptions } from './list-rules.ts'
import { findTextFaults } from './text-faults.ts'

export function ruleRoutes(options: RuleOptions) {
  return [
    bind(contract.listRules, async ({ db, now }) => ({ body: await listRules(db, options, now) })),
    bind(contract.checkPostRules, async ({ db, params, now }) => {
      const post = await findEditablePost(db, params.id, now)
      return post && { body: await findTextFaults(db, (post.draft ?? post).content) }
    }),
  ]
}
