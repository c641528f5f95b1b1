import type { Category } from '../../contract/categories.ts'
import type { PostSummary } from '../../contract/posts.ts'
import type { SearchResults } from '../../contract/search.ts'
import type { Site } from '../../contract/site.ts'

/**
 * The parts of the API's responses that pages show. A page carries its data as JSON, so fields that it does not show are left
 * out.
 */

/** What a card shows of a post. */
export type PostCardData = Pick<
  PostSummary,
  'id' | 'slug' | 'title' | 'excerpt' | 'imageAlt' | 'categoryName' | 'publishedAt' | 'createdAt' | 'picture'
> & {
  /** Empty if the post has a `picture`. */
  coverImage: string
}

/** `imageUrl` is empty if the category has a `picture`. */
export type CategoryTile = Pick<Category, 'id' | 'slug' | 'name' | 'picture' | 'imageUrl'>
export type CategoryName = Pick<Category, 'id' | 'slug' | 'name'>

/** The settings that every page carries; the about page loads the rest. */
export type SharedSettings = Omit<Site, 'aboutText' | 'aboutImage' | 'aboutPicture'>
export type AboutSettings = Pick<Site, 'aboutText' | 'aboutPicture'>

type Page<T> = { items: T[]; total: number }
export type SearchCards = Omit<SearchResults, 'posts'> & { posts: PostCardData[] }

export const toPostCards = memoized(({ items, total }: Page<PostSummary>) => ({ items: items.map(toCard), total }))
export const toCards = memoized((posts: PostSummary[]) => posts.map(toCard))
export const toSearchCards = memoized(
  ({ posts, products }: SearchResults): SearchCards => ({
    posts: posts.map(toCard),
    products,
  }),
)
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

export const toSharedSettings = memoized((site: Site): SharedSettings => {
  const { aboutText: _text, aboutImage: _image, aboutPicture: _picture, ...shared } = site
  return shared
})
export const toAboutSettings = memoized(
  ({ aboutText, aboutPicture }: Site): AboutSettings => ({ aboutText, aboutPicture }),
)

function toCard(post: PostSummary): PostCardData {
  const { id, slug, title, excerpt, imageAlt, categoryName, publishedAt, createdAt, picture } = post
  const coverImage = picture ? '' : post.coverImage
  return { id, slug, title, excerpt, coverImage, imageAlt, categoryName, publishedAt, createdAt, picture }
}

/** The same result for the same object: the server keeps results of reads, and serialises each object once. */
function memoized<From extends object, To>(convert: (from: From) => To): (from: From) => To {
  const known = new WeakMap<From, To>()
  return (from) => {
    const found = known.get(from)
    if (found !== undefined) return found
    const converted = convert(from)
    known.set(from, converted)
    return converted
  }
}
