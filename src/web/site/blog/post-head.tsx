import type { Site } from '../../../contract/accounts/site.ts'
import { documentDescription, documentTitle } from '../../../contract/content/search-result.ts'
import type { ArticleData, CategoryName, SharedSettings } from '../../data/page-data.ts'
import { categoryHref, postHref } from '../../hrefs.ts'
import { absoluteUrl, sharedPictureUrl } from '../layout/absolute-url.ts'
import { authorData } from '../layout/author-data.ts'
import { Head } from '../layout/head.tsx'
import { JsonLd } from '../layout/json-ld.tsx'
import { useAuthor } from '../layout/use-author.ts'
import { useSite } from '../layout/use-site.tsx'
import { splitKeywords } from './hashtags.tsx'

type PostHeadProps = { post: ArticleData; category: CategoryName | undefined }

/** Metadata of a post for search engines and social networks. */
export function PostHead({ post, category }: PostHeadProps) {
  const site = useSite()
  const author = useAuthor()
  const path = postHref(post.slug)
  const image = postImageUrl(site, post)
  const publishedAt = post.publishedAt ?? post.createdAt
  const description = documentDescription(post)
  const tags = splitKeywords(post.keywords)
  return (
    <>
      <Head
        title={documentTitle(post, site.brand)}
        description={description}
        path={path}
        type="article"
        image={image}
        picture={post.picture}
        imageAlt={post.imageAlt}
        publishedAt={publishedAt}
        modifiedAt={post.updatedAt}
        section={category?.name}
        tags={tags}
      />
      <JsonLd data={toThings(post, site, { category, author: authorData(site, author), description, image, tags })} />
    </>
  )
}

type Details = {
  category: CategoryName | undefined
  author: Record<string, unknown>
  description: string | undefined
  image: string
  tags: string[]
}

function toThings(post: ArticleData, site: SharedSettings, { category, author, description, image, tags }: Details) {
  const url = absoluteUrl(site, postHref(post.slug))
  const steps = [
    { name: 'Home', item: absoluteUrl(site, '/') },
    { name: 'Blog', item: absoluteUrl(site, '/blog') },
    ...(category ? [{ name: category.name, item: absoluteUrl(site, categoryHref(category.slug)) }] : []),
    { name: post.title, item: url },
  ]
  return [
    {
      '@type': 'Article',
      headline: post.title,
      description,
      image: [image],
      datePublished: post.publishedAt ?? post.createdAt,
      dateModified: post.updatedAt,
      inLanguage: site.language,
      articleSection: category?.name,
      keywords: tags.join(', '),
      author,
      publisher: {
        '@type': 'Organization',
        name: site.brand,
        url: absoluteUrl(site, '/'),
        logo: site.logoPicture ? sharedPictureUrl(site, site.logoPicture) : '',
      },
      sponsor: sponsorOf(post),
      mainEntityOfPage: url,
    },
    post.questions && {
      '@type': 'FAQPage',
      mainEntity: post.questions.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    },
    ...blockData(post, site, author),
    {
      '@type': 'BreadcrumbList',
      itemListElement: steps.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
    },
  ]
}

function sponsorOf({ label, labelBrand }: ArticleData): object | undefined {
  const isPaid = label === 'ad' || label === 'paid-partnership'
  return isPaid && labelBrand ? { '@type': 'Organization', name: labelBrand } : undefined
}

/** The image for previews of a post: its cover, or its generated share image. */
export function postImageUrl(site: Pick<Site, 'origin'>, post: ArticleData): string {
  if (post.picture) return sharedPictureUrl(site, post.picture)
  return absoluteUrl(site, post.coverImage || `/share/${encodeURIComponent(post.slug)}.png`)
}

type Reviews = NonNullable<ArticleData['reviews']>

/** The reviews and the lists of a post's blocks for search engines. */
function blockData(post: ArticleData, site: SharedSettings, author: object): Record<string, unknown>[] {
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

function toReview({ verdict, pros, cons }: Reviews[number], rating: number, author: object, post: ArticleData): object {
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
