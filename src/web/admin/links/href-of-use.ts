import type { LinkSummary } from '../../../contract/shop/links.ts'

/** The form of a product or the editor of a text that uses a link. */
export function hrefOfUse({ kind, id }: Pick<LinkSummary['usedIn'][number], 'kind' | 'id'>): string {
  return kind === 'product' ? `/admin/products/${id}` : `/admin/${kind}s/${id}`
}
