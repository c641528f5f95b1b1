import type { Post } from '../../../contract/content/posts.ts'
import type { SharedSettings } from '../../data/page-data.ts'
import { absoluteUrl, sharedPictureUrl } from '../layout/absolute-url.ts'

type Reviews = NonNullable<Post['reviews']>

/** The reviews and the lists of a post's blocks for search engines. */
export function blockData(post: Post, site: SharedSettings, author: object): Record<string, unknown>[] {
  const { reviews = [], lists = [] } = post
  const productUrl = (slug: string) => absoluteUrl(site, `/shop/${encodeURIComponent(slug)}`)
  const products = reviews.map((review) => ({
    '@type': 'Product',
    name: review.name,
    url: productUrl(review.slug),
    brand: review.brand ? { '@type': 'Brand', name: review.brand } : undefined,
    image: review.picture
      ? sharedPictureUrl(site, review.picture)
      : review.imageUrl
        ? absoluteUrl(site, review.imageUrl)
        : undefined,
    review: review.rating === null ? undefined : toReview(review, review.rating, author, post),
    offers: review.price
      ? { '@type': 'Offer', price: review.price, priceCurrency: review.currency, url: review.affiliateLink }
      : undefined,
  }))
  const itemLists = lists.map(({ items }) => ({
    '@type': 'ItemList',
    itemListElement: items.map(({ name, slug }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      url: productUrl(slug),
    })),
  }))
  return [...products, ...itemLists]
}

function toReview({ verdict, pros, cons }: Reviews[number], rating: number, author: object, post: Post): object {
  return {
    '@type': 'Review',
    author,
    datePublished: post.publishedAt ?? post.createdAt,
    reviewBody: verdict,
    reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5, worstRating: 0 },
    positiveNotes: toNotes(pros),
    negativeNotes: toNotes(cons),
  }
}

function toNotes(notes: string[]): object | undefined {
  if (notes.length === 0) return undefined
  const itemListElement = notes.map((name, index) => ({ '@type': 'ListItem', position: index + 1, name }))
  return { '@type': 'ItemList', itemListElement }
}
