import type { Author, Site } from '../../contract/accounts/site.ts'
import type { Category } from '../../contract/content/categories.ts'
import type { Picture } from '../../contract/content/pictures.ts'
import type { Post, PostSummary } from '../../contract/content/posts.ts'
import type { SearchResults } from '../../contract/content/search.ts'
import type { CodeSlot } from '../../contract/shop/link-places.ts'
import type { OfferWords } from '../../contract/shop/offers.ts'
import type { Product } from '../../contract/shop/products.ts'

/**
 * The parts of the API's responses that pages show. A page carries its data as JSON, so fields that it does not show are left
 * out.
 */

/** The fields of a post that its card shows. */
export type PostCardData = Pick<
  PostSummary,
  'id' | 'slug' | 'title' | 'excerpt' | 'imageAlt' | 'categoryName' | 'publishedAt' | 'createdAt' | 'picture' | 'kicker'
> & {
  /** Empty if the post has a `picture`. */
  coverImage: string
}

/** Fields that only the editor and other lists show. */
const editorFields = ['linkIngredients', 'labelSentence', 'isFeatured', 'isPinOptimized'] as const

type RareField = 'label' | 'labelBrand' | 'pinLayout' | 'pinImage'

/** A post as its page shows it; its label and a pin other than its cover only where it has one. */
export type ArticleData = Omit<Post, (typeof editorFields)[number] | RareField> & Partial<Pick<Post, RareField>>

/** `imageUrl` is empty if the category has a `picture`. */
export type CategoryTile = Pick<Category, 'id' | 'slug' | 'name' | 'picture' | 'imageUrl'>
export type CategoryName = Pick<Category, 'id' | 'slug' | 'name'>

const homeFields = [
  'heroTitle',
  'heroText',
  'heroImage',
  'heroPicture',
  'categoriesHeading',
  'featuredHeading',
  'productsHeading',
] as const satisfies (keyof Site)[]

/** Settings that are left out where the owner has not filled them in. */
const optionalFields = [
  'logo',
  'logoPicture',
  'pinterest',
  'instagram',
  'x',
  'facebook',
  'youtube',
  'tiktok',
] as const satisfies (keyof Site)[]
type OptionalField = (typeof optionalFields)[number]

/** Those of the contact page and of the login page. */
const rareFields = ['email', 'location', 'demoAccount'] as const satisfies (keyof Site)[]

/**
 * Texts that most owners leave as they are: a page carries one only where it differs. They repeat defaults of the contract,
 * because deriving them would load zod with every page.
 */
export const defaultTexts = {
  postsHeading: 'Latest Style Inspiration',
  shopHeading: 'Shop My Looks',
  disclosure:
    'This section contains affiliate links. I may earn a small commission if you purchase through these links, at no additional cost to you.',
} as const satisfies Partial<Site>
type DefaultText = keyof typeof defaultTexts

/** The settings that every page carries; the home page, the about page and pages with an author load the rest. */
export type SharedSettings = Omit<
  Site,
  | 'aboutText'
  | 'aboutImage'
  | 'aboutPicture'
  | 'collaborations'
  | 'appearance'
  | 'darkLogoPicture'
  | 'author'
  | 'verificationTags'
  | (typeof homeFields)[number]
  | (typeof rareFields)[number]
  | OptionalField
> &
  Partial<Pick<Site, OptionalField>> & {
    /** Absent unless dark colours are on. */
    darkLogoPicture?: Site['darkLogoPicture']
  }
/** Without the texts that are the default ones. */
export type CarriedSettings = Omit<SharedSettings, DefaultText> & Partial<Pick<SharedSettings, DefaultText>>
export type AboutSettings = Pick<Site, 'aboutText' | 'aboutPicture'>
export type HomeSettings = Pick<Site, (typeof homeFields)[number]>

type Page<T> = { items: T[]; total: number }
/** The fields of a product that its card shows; the owner's words only where there are some. */
export type ProductCardData = Pick<
  Product,
  'id' | 'slug' | 'name' | 'price' | 'currency' | 'imageAlt' | 'affiliateLink' | 'picture'
> & {
  /** Empty if the product has a `picture`. */
  imageUrl: string
  /** Where the placement code goes into the affiliate link, if it takes one. */
  codeSlot?: CodeSlot
  obtainedLabel?: string
  offer?: OfferWords
} & Partial<Pick<Product['facts'], 'verdict' | 'forWhom' | 'shopName' | 'priceCheckedOn'>>

export type SearchCards = Omit<SearchResults, 'posts' | 'products'> & {
  posts: PostCardData[]
  products: ProductCardData[]
}

export const toPostCards = memoized(({ items, total }: Page<PostSummary>) => ({
  items: withFewPlaceholders(items.map(toCard)),
  total,
}))
/** Without placeholders: they stand at the end of a page. */
export const toCards = memoized((posts: PostSummary[]) => posts.map((post) => withoutPlaceholder(toCard(post))))
export const toSearchCards = memoized(
  ({ posts, products, ...others }: SearchResults): SearchCards => ({
    ...others,
    posts: withFewPlaceholders(posts.map(toCard)),
    products: withFewPlaceholders(products.map(toProductCard)),
  }),
)
export const toProductCards = memoized(({ items, total }: Page<Product>) => ({
  items: withFewPlaceholders(items.map(toProductCard)),
  total,
}))
export const toCategoryNames = memoized((categories: Category[]): CategoryName[] =>
  categories.map(({ id, slug, name }) => ({ id, slug, name })),
)

export const toCategoryTiles = memoized((categories: Category[]): CategoryTile[] =>
  categories.map(({ id, slug, name, picture, imageUrl }) => ({
    id,
    slug,
    name,
    picture,
    imageUrl: picture ? '' : imageUrl,
  })),
)

export const toCarriedSettings = memoized((site: Site): CarriedSettings => {
  const { aboutText: _text, aboutImage: _image, aboutPicture: _picture, appearance, darkLogoPicture, ...rest } = site
  const carried = omit(rest, [...homeFields, ...rareFields])
  const { author: _author, collaborations: _collaborations, verificationTags: _tags, ...others } = carried
  const isEmpty = (key: OptionalField) => !others[key]
  const isDefault = (key: DefaultText) => others[key] === defaultTexts[key]
  const texts = Object.keys(defaultTexts) as DefaultText[]
  const shared = omit(others, [...optionalFields.filter(isEmpty), ...texts.filter(isDefault)])
  return appearance.dark && darkLogoPicture ? { ...shared, darkLogoPicture } : shared
})
export const toSharedSettings = memoized(
  (carried: CarriedSettings): SharedSettings => ({ ...defaultTexts, ...carried }),
)
export const toHomeSettings = memoized((site: Site): HomeSettings => pick(site, homeFields))
/** Null without a name. */
export const toAuthor = memoized(({ author }: Site): Author | null => (author ? withoutPlaceholder(author) : null))
export const toAboutSettings = memoized(
  ({ aboutText, aboutPicture }: Site): AboutSettings => ({ aboutText, aboutPicture }),
)

export const toArticle = memoized((post: Post): ArticleData => {
  const { label, labelBrand, pinLayout, pinImage, ...rest } = omit(post, editorFields)
  const article = {
    ...rest,
    ...(post.picture ? { coverImage: '' } : {}),
    ...(pinLayout ? { pinLayout } : {}),
    ...(pinImage ? { pinImage } : {}),
  }
  return label === 'none' ? article : { ...article, label, labelBrand }
})

function toCard(post: PostSummary): PostCardData {
  const { id, slug, title, excerpt, imageAlt, categoryName, publishedAt, createdAt, picture, kicker } = post
  const coverImage = picture ? '' : post.coverImage
  const card = { id, slug, title, excerpt, coverImage, imageAlt, categoryName, publishedAt, createdAt, picture }
  return kicker === undefined ? card : { ...card, kicker }
}

export function toProductCard(product: Product): ProductCardData {
  const { id, slug, name, price, currency, imageAlt, affiliateLink, picture, obtainedLabel } = product
  const { verdict, forWhom, shopName, priceCheckedOn } = product.facts
  const imageUrl = picture ? '' : product.imageUrl
  const codeSlot = product.codeSlots?.[0]
  const offer = product.offers?.[0]
  return {
    id,
    slug,
    name,
    price,
    currency,
    imageUrl,
    imageAlt,
    affiliateLink,
    picture,
    ...(verdict ? { verdict } : {}),
    ...(forWhom ? { forWhom } : {}),
    ...(shopName ? { shopName } : {}),
    ...(priceCheckedOn ? { priceCheckedOn } : {}),
    ...(codeSlot ? { codeSlot } : {}),
    ...(obtainedLabel ? { obtainedLabel } : {}),
    ...(offer && Object.keys(offer).length > 0 ? { offer } : {}),
  }
}

/** Pictures of a list that have a placeholder. */
const PLACEHOLDERS = 4

/** Placeholders of later pictures, which load lazily, would take a tenth of the page: they do not compress. */
function withFewPlaceholders<Card extends { picture: Picture | null }>(cards: Card[]): Card[] {
  return cards.map((card, index) => (index < PLACEHOLDERS ? card : withoutPlaceholder(card)))
}

export function withoutPlaceholder<Card extends { picture: Picture | null }>(card: Card): Card {
  return card.picture ? { ...card, picture: { ...card.picture, placeholder: '' } } : card
}

function pick<From extends object, Key extends keyof From>(from: From, keys: readonly Key[]): Pick<From, Key> {
  return Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<From, Key>
}

function omit<From extends object, Key extends keyof From>(from: From, keys: readonly Key[]): Omit<From, Key> {
  return Object.fromEntries(Object.entries(from).filter(([key]) => !keys.includes(key as Key))) as Omit<From, Key>
}

/** The same result for the same object: the server keeps results of reads, and serialises each object once. */
export function memoized<From extends object, To>(convert: (from: From) => To): (from: From) => To {
  const known = new WeakMap<From, To>()
  return (from) => {
    const found = known.get(from)
    if (found !== undefined) return found
    const converted = convert(from)
    known.set(from, converted)
    return converted
  }
}
