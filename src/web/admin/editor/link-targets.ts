import type { LinkTarget } from '../../../contract/content/link-targets.ts'

/** Ingredients that a reason names; the others are counted. */
const NAMED = 2

/** 'Shares Niacinamide, Zinc and 2 products.'; '' if only words are shared. */
export function reasonOf({ ingredients, products }: Pick<LinkTarget, 'ingredients' | 'products'>): string {
  const more = ingredients.length - NAMED
  const shared = [
    ...ingredients.slice(0, more === 1 ? NAMED + 1 : NAMED),
    ...(more > 1 ? [`${more} more ingredients`] : []),
    ...(products > 0 ? [products === 1 ? 'a product' : `${products} products`] : []),
  ]
  return shared.length > 0 ? `Shares ${list.format(shared)}.` : ''
}

const list = new Intl.ListFormat('en-US')

/** The slugs of the posts to which a text links, as they are typed. */
export function linkedSlugsOf(html: string): string[] {
  const links = html.matchAll(/\bhref="(?:https?:\/\/[^"/?#]+)?\/blog\/([^"/?#]+)/gi)
  return [...new Set([...links].flatMap(([, slug = '']) => decoded(slug)))]
}

function decoded(slug: string): string[] {
  try {
    return [decodeURIComponent(slug)]
  } catch {
    return []
  }
}
