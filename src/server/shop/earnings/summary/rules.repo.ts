import type { EarningRule, RuleInput } from '../../../../contract/shop/earning-rules.ts'
import type { NetworkName } from '../../../../contract/shop/networks.ts'
import { lockTable } from '../../../platform/db/advisory-lock.ts'
import type { Db } from '../../../platform/db/schema.ts'

/** More would slow down every report. */
export const RULES_MAX = 2000

export async function listRules(db: Db, id?: number): Promise<EarningRule[]> {
  const rows = await db
    .selectFrom('earning_rules as rule')
    .leftJoin('posts', 'posts.id', 'rule.post_id')
    .leftJoin('products', 'products.id', 'rule.product_id')
    .select(['rule.id', 'rule.kind', 'rule.network', 'rule.value', 'rule.post_id', 'rule.product_id'])
    .select(['posts.title', 'products.name'])
    .$if(id !== undefined, (query) => query.where('rule.id', '=', id!))
    .orderBy('rule.value')
    .orderBy('rule.id')
    .execute()
  return rows.map(({ network, post_id, product_id, title, name, ...rule }) => ({
    ...rule,
    network: network as NetworkName,
    postId: post_id,
    productId: product_id,
    name: title ?? name ?? 'Deleted',
  }))
}

/** Creates the rule or replaces the one of the same value; undefined if there is no such post or product. */
export async function saveRule(
  db: Db,
  { kind, network, value, postId = null, productId = null }: RuleInput,
  now: string,
): Promise<{ rule: EarningRule; isNew: boolean } | 'missing' | 'too-many'> {
  await lockTable(db, 'earning_rules')
  const target =
    postId === null
      ? await db.selectFrom('products').select('id').where('id', '=', productId).executeTakeFirst()
      : await db.selectFrom('posts').select('id').where('id', '=', postId).executeTakeFirst()
  if (!target) return 'missing'
  const before = await db
    .selectFrom('earning_rules')
    .select('id')
    .where('kind', '=', kind)
    .where('network', '=', network)
    .where('value', '=', value)
    .executeTakeFirst()
  if (!before) {
    const { count } = await db
      .selectFrom('earning_rules')
      .select((eb) => eb.fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) >= RULES_MAX) return 'too-many'
  }
  const { id } = await db
    .insertInto('earning_rules')
    .values({ kind, network, value, post_id: postId, product_id: productId, created_at: now })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'network', 'value']).doUpdateSet({ post_id: postId, product_id: productId }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  const [rule] = await listRules(db, id)
  return { rule: rule!, isNew: !before }
}

export async function deleteRule(db: Db, id: number): Promise<string | undefined> {
  const row = await db.deleteFrom('earning_rules').where('id', '=', id).returning('value').executeTakeFirst()
  return row?.value
}
