import type { LabelWords } from '../../../contract/content/label-words.ts'
import type { PostSummary } from '../../../contract/content/posts.ts'
import { readLabelWords } from '../../accounts/settings/label-words.repo.ts'
import type { Db } from '../../platform/db/schema.ts'
import { type ProgramLinks, readProgramLinks } from '../../shop/earnings/programs/programs.repo.ts'
import { findAffiliateHosts } from '../../shop/products/affiliate-hosts.repo.ts'
import { affiliateLink, linkedHosts } from '../rich-text/affiliate-links.ts'
import { openTags, parseHtml } from '../rich-text/html-tokens.ts'

type Labelled = Pick<PostSummary, 'id' | 'label' | 'labelBrand' | 'kicker'>

/** Callers pass these if they have read them already. */
type Given = { words?: LabelWords; programs?: Pick<ProgramLinks, 'isAffiliate'> }

/**
 * Posts with the words of their labels, as cards show them. With the setting for it, a post without a label gets the word for
 * affiliate links if it has some.
 */
export async function withKickers<Post extends Labelled>(db: Db, posts: Post[], given: Given = {}): Promise<Post[]> {
  if (posts.length === 0) return posts
  const words = given.words ?? (await readLabelWords(db))
  const unlabelled = posts.filter(({ label }) => label === 'none').map(({ id }) => id)
  const linking = words.card === '' ? new Set() : await findLinkingPosts(db, unlabelled, given)
  return posts.map((post) => {
    const kicker = words.kickerOf(post) ?? (linking.has(post.id) ? words.card : undefined)
    return kicker === undefined ? post : { ...post, kicker }
  })
}

/** Those of the posts that show an active product with a link to a shop, or have an affiliate link in their text. */
async function findLinkingPosts(db: Db, ids: number[], given: Given): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const [showing, rows, programs] = await Promise.all([
    db
      .selectFrom('post_references')
      .innerJoin('products', 'products.id', 'post_references.ref_id')
      .select('post_references.post_id')
      .distinct()
      .where('post_references.post_id', 'in', ids)
      .where('post_references.kind', '=', 'product')
      .where('products.is_active', '=', true)
      .where('products.deleted_at', 'is', null)
      .where('products.affiliate_link', 'like', 'http%')
      .execute(),
    db.selectFrom('posts').select(['id', 'content']).where('id', 'in', ids).execute(),
    given.programs ?? readProgramLinks(db),
  ])
  const found = new Set(showing.map(({ post_id }) => post_id))
  const linked = rows.flatMap(({ id, content }) => (found.has(id) ? [] : { id, tags: linkTags(content) }))
  const hosts = await findAffiliateHosts(db, [...new Set(linked.flatMap(({ tags }) => linkedHosts(tags)))])
  for (const { id, tags } of linked)
    if (tags.some(({ attributes }) => affiliateLink(attributes, hosts, programs.isAffiliate))) found.add(id)
  return found
}

/** The links of a stored body alone, which is read faster than the whole of it: no attribute of it holds a `>`. */
function linkTags(content: string) {
  return openTags(parseHtml((content.match(/<a [^>]*>/g) ?? []).map((tag) => `${tag}</a>`).join('')))
}
