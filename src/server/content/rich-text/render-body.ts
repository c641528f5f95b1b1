import type { Picture } from '../../../contract/pictures.ts'
import type { Product } from '../../../contract/products.ts'
import type { Db } from '../../platform/db/schema.ts'
import { findAffiliateHosts } from '../../shop/products/affiliate-hosts.repo.ts'
import { findActiveProducts } from '../../shop/products/products.repo.ts'
import { findPictures } from '../images/images.repo.ts'
import { linkedAddresses, linkedHosts, markAffiliateLinks } from './affiliate-links.ts'
import { productBoxHtml } from './product-box.ts'
import { mediaKeys, withResponsiveImages } from './responsive-images.ts'
import { attributesOf } from './tags.ts'

/**
 * Makes of stored bodies what readers get: product boxes of products that are for sale, pictures in the widths and formats
 * that there are, paid links marked for what reports them. Three queries, however many posts.
 */
export async function renderBodies<Post extends { content: string }>(db: Db, posts: Post[]): Promise<Post[]> {
  const all = posts.map((post) => post.content).join('')
  if (!/<(?:a|img|div) /.test(all)) return posts
  const affiliateLinks = linkedAddresses(all)
  const [products, pictures, hosts] = await Promise.all([
    findActiveProducts(db, { ids: boxedIds(all), affiliateLinks }),
    findPictures(db, mediaKeys(all)),
    findAffiliateHosts(db, linkedHosts(all)),
  ])
  const context: RenderContext = {
    byId: new Map(products.map((product) => [product.id, product])),
    idByLink: new Map(products.map((product) => [product.affiliateLink, product.id])),
    pictures: new Map(pictures.map((picture) => [picture.key, picture])),
    hosts,
  }
  return posts.map((post) => ({ ...post, content: renderBody(post.content, context) }))
}

type RenderContext = {
  byId: Map<number, Product>
  idByLink: Map<string, number>
  pictures: Map<string, Picture>
  hosts: Set<string>
}

/** Boxes come last: what is in them is of our own making. */
function renderBody(html: string, { byId, idByLink, pictures, hosts }: RenderContext): string {
  const marked = markAffiliateLinks(html, hosts, (href) => ({
    'data-affiliate': 'post-text',
    'data-product-id': idByLink.get(href),
  }))
  return withResponsiveImages(marked, pictures).replace(box, (_, id: string) => {
    const product = byId.get(Number(id))
    return product ? productBoxHtml(product) : ''
  })
}

const box = /<div data-product-id="(\d+)"><\/div>/g

function boxedIds(html: string): number[] {
  return [...new Set(attributesOf(html, 'div').map((attributes) => Number(attributes['data-product-id'])))].filter(
    (id) => id > 0,
  )
}
