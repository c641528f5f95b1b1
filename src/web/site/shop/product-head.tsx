import type { SharedSettings } from '../../data/page-data.ts'
import type { ProductPageData } from '../../data/shop.ts'
import { productHref } from '../../hrefs.ts'
import { absoluteUrl, sharedPictureUrl } from '../layout/absolute-url.ts'
import { authorData } from '../layout/author-data.ts'
import { Head } from '../layout/head.tsx'
import { JsonLd } from '../layout/json-ld.tsx'
import { useAuthor } from '../layout/use-author.ts'
import { useSite } from '../layout/use-site.tsx'

/** Metadata of a product for search engines and social networks. */
export function ProductHead({ product }: { product: ProductPageData }) {
  const site = useSite()
  const path = productHref(product.slug)
  const { name, category, facts } = product
  const description = facts.verdict || `${name}: what it is for, what is in it and where to buy it.`
  const images = imagesOf(product, site)
  const author = useAuthor()
  const data = toStructuredData(product, images, authorData(site, author))
  return (
    <>
      <Head
        title={`${name} | ${site.brand}`}
        description={description}
        path={path}
        robots={product.isThin && 'noindex'}
        {...(images[0] ? { image: images[0], imageAlt: product.imageAlt, picture: firstPicture(product) } : {})}
      />
      {data && <JsonLd data={{ ...data, description, category, url: absoluteUrl(site, path) }} />}
      <JsonLd
        data={{
          '@type': 'BreadcrumbList',
          itemListElement: [
            { name: 'Home', item: absoluteUrl(site, '/') },
            { name: 'Shop', item: absoluteUrl(site, '/shop') },
            { name, item: absoluteUrl(site, path) },
          ].map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
        }}
      />
    </>
  )
}

/** That of the first image, if it is in the library. */
function firstPicture({ picture, imageUrl, morePictures }: ProductPageData) {
  return [{ picture, url: imageUrl }, ...morePictures].find((each) => each.picture || each.url)?.picture
}

function imagesOf({ picture, imageUrl, morePictures }: ProductPageData, site: SharedSettings): string[] {
  return [{ picture, url: imageUrl }, ...morePictures].flatMap((each) => {
    if (each.picture) return sharedPictureUrl(site, each.picture)
    return each.url ? absoluteUrl(site, each.url) : []
  })
}

/** Undefined without a review and an offer: search engines reject a product that has neither. */
function toStructuredData(product: ProductPageData, images: string[], author: object) {
  const { name, facts } = product
  const review = toReview(product, author)
  const offers = toOffers(product)
  if (!review && offers.length === 0) return undefined
  return {
    '@type': 'Product',
    name,
    image: images,
    ...(facts.brand ? { brand: { '@type': 'Brand', name: facts.brand } } : {}),
    ...(facts.sizeAmount === null ? {} : { size: `${facts.sizeAmount} ${facts.sizeUnit}` }),
    review,
    offers,
  }
}

function toReview({ name, facts }: ProductPageData, author: object) {
  const { rating, verdict, pros, cons } = facts
  // Search engines require two notes, in any combination.
  const hasNotes = pros.length + cons.length >= 2
  if (rating === null && !verdict && !hasNotes) return undefined
  return {
    '@type': 'Review',
    name: `Review of ${name}`,
    author,
    reviewBody: verdict,
    ...(rating === null
      ? {}
      : { reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5, worstRating: 0 } }),
    ...(hasNotes && pros.length > 0 ? { positiveNotes: toNotes(pros) } : {}),
    ...(hasNotes && cons.length > 0 ? { negativeNotes: toNotes(cons) } : {}),
  }
}

function toNotes(notes: string[]) {
  return {
    '@type': 'ItemList',
    itemListElement: notes.map((name, index) => ({ '@type': 'ListItem', position: index + 1, name })),
  }
}

/** One for each shop with a price. */
function toOffers({ currency, affiliateLink, facts, ...product }: ProductPageData) {
  // An offer names the price of its own link.
  const price = product.failedLink ? '' : product.price
  const first = { name: facts.shopName, link: affiliateLink, price, currency }
  return [first, ...facts.otherShops]
    .filter((shop) => Number(shop.price) > 0)
    .map((shop) => ({
      '@type': 'Offer',
      price: shop.price,
      priceCurrency: shop.currency,
      url: shop.link,
      ...(shop.name ? { seller: { '@type': 'Organization', name: shop.name } } : {}),
    }))
}
