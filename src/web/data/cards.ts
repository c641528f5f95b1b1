import type { Category } from '../../contract/categories.ts'
import type { PostSummary } from '../../contract/posts.ts'
import type { SearchResults } from '../../contract/search.ts'

/** What a card shows of a post. A page carries the data of its cards as JSON, so fields that no card shows are left out. */
export type PostCardData = Pick<
  PostSummary,
  'id' | 'slug' | 'title' | 'excerpt' | 'imageAlt' | 'categoryName' | 'publishedAt' | 'createdAt' | 'picture'
> & {
  /** Only where there is no `picture`. */
  coverImage: string
}

export type CategoryName = Pick<Category, 'id' | 'slug' | 'name'>

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
