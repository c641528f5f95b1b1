import { sql } from 'kysely'
import type { LabelWords } from '../../../contract/content/label-words.ts'
import type { RoutineHit, SearchResults } from '../../../contract/content/search.ts'
import { SEARCH_RESULTS } from '../../../contract/platform/limits.ts'
import type { Db } from '../../platform/db/schema.ts'
import { foldKeys } from '../../platform/db/search-folds.ts'
import { correctTerm, createNameMatch, findByWords, findSimilar } from '../../platform/db/search-index.ts'
import type { ProgramLinks } from '../../shop/earnings/programs/programs.repo.ts'
import { readActiveProducts, searchProducts } from '../../shop/products/products.repo.ts'
import { readFoundTexts } from '../posts/pages.repo.ts'
import {
  findProductsWith,
  type SearchedIngredient,
  type SearchedRoutine,
  type SearchTerms,
  toWords,
} from './search-terms.repo.ts'

export type Search = { term: string; now: string; terms: SearchTerms; words: LabelWords; programs: ProgramLinks }

/**
 * Posts, products, ingredients and routines for a term, best first; if there are none, those with similar words, in titles and names
 * as well as among the names of ingredients, brands and concerns.
 */
export async function search(db: Db, options: Search): Promise<SearchResults> {
  const exact = await searchWords(db, options)
  if (!isEmpty(exact)) return exact
  const { term, terms, programs } = options
  const corrected = correctTerm(term, terms.vocabulary)
  const [similarTexts, similarProducts, other] = await Promise.all([
    searchTexts(findSimilar, db, options),
    searchProducts(db, term, { find: findSimilar, limit: SEARCH_RESULTS, programs }),
    corrected === toWords(term).join(' ') ? undefined : searchWords(db, { ...options, term: corrected }),
  ])
  const similar = { ...similarTexts, products: similarProducts }
  return other && !isEmpty(other) ? { ...merge(other, similar), corrected } : similar
}

async function searchWords(db: Db, options: Search): Promise<SearchResults> {
  const { term, terms, programs } = options
  const ingredients = matchIngredients(terms.ingredients, term)
  const keys = foldKeys(term)
  const meant = ingredients.filter((each) => isNameOf(each, keys))
  // Texts call an ingredient by any of its names.
  const otherNames = meant.flatMap(({ names }) => names.filter((name) => !isSame(name, term))).slice(0, OTHER_NAMES_MAX)
  const [direct, ...others] = await Promise.all([
    searchTexts(findByWords, db, options),
    ...otherNames.map((name) => searchTexts(findByWords, db, { ...options, term: name })),
  ])
  const products = await searchProducts(db, term, { limit: SEARCH_RESULTS, programs })
  const further = await findProductsWith(
    db,
    meant.map(({ id }) => id),
    SEARCH_RESULTS,
  )
  const known = new Set(products.map(({ id }) => id))
  const withIngredient = await readActiveProducts(
    db,
    further.filter((id) => !known.has(id)),
    programs,
  )
  const found = others.reduce(merge, { ...direct, products })
  const hits = ingredients.map(({ slug, name, inci, summary }) => ({ slug, name, inci, summary }))
  const routines = matchRoutines(terms.routines, term)
  return {
    ...found,
    products: [...products, ...withIngredient].slice(0, SEARCH_RESULTS),
    ...(hits.length > 0 ? { ingredients: hits } : {}),
    ...(routines.length > 0 ? { routines } : {}),
  }
}

/** Names in addition to the one that was searched for. */
const OTHER_NAMES_MAX = 2
const INGREDIENTS_MAX = 6
const ROUTINES_MAX = 4

/** Those that have a name with all words of the term, the last as a prefix; exact names first. */
function matchIngredients(ingredients: SearchedIngredient[], term: string): SearchedIngredient[] {
  const keys = foldKeys(term)
  const hasWords = createNameMatch(term)
  const matches = ingredients.filter((each) => isNameOf(each, keys) || each.folds.some(hasWords))
  const rank = (each: SearchedIngredient) => (isNameOf(each, keys) ? 0 : 1)
  return matches.sort((one, other) => rank(one) - rank(other)).slice(0, INGREDIENTS_MAX)
}

/** Those that have all words of the term, the last as a prefix, in the owner's order. */
function matchRoutines(routines: SearchedRoutine[], term: string): RoutineHit[] {
  const hasWords = createNameMatch(term)
  return routines
    .filter(({ fold }) => hasWords(fold))
    .slice(0, ROUTINES_MAX)
    .map(({ slug, name, summary }) => ({ slug, name, summary }))
}

const isNameOf = ({ keys }: SearchedIngredient, wanted: string[]) => wanted.some((key) => keys.includes(key))
const isSame = (name: string, term: string) => toWords(name).join(' ') === toWords(term).join(' ')

function isEmpty({ posts, products, pages, ingredients, routines }: SearchResults): boolean {
  return posts.length === 0 && products.length === 0 && !pages && !ingredients && !routines
}

/** The results of both, each once, those of the first before those of the second. */
function merge<Found extends Texts & Partial<SearchResults>>(
  first: Found,
  second: Texts & Partial<SearchResults>,
): Found {
  const pages = unique([...(first.pages ?? []), ...(second.pages ?? [])])
  return {
    ...first,
    posts: unique([...first.posts, ...second.posts]),
    ...(first.products ? { products: unique([...first.products, ...(second.products ?? [])]) } : {}),
    ...(pages.length > 0 ? { pages } : {}),
  }
}

function unique<Item extends { id: number }>(items: Item[]): Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()].slice(0, SEARCH_RESULTS)
}

type Texts = Pick<SearchResults, 'posts' | 'pages'>

/** Posts and pages, which share an index: one search finds both. */
async function searchTexts(find: typeof findByWords, db: Db, { term, now, words, programs }: Search): Promise<Texts> {
  const where = sql`posts.published_at <= ${now} and posts.deleted_at is null and posts.kind in ('post', 'page')`
  const ids = await find(db, 'posts', term, { limit: SEARCH_RESULTS, where })
  if (ids.length === 0) return { posts: [] }
  const byRank = (one: { id: number }, other: { id: number }) => ids.indexOf(one.id) - ids.indexOf(other.id)
  const { posts, pages } = await readFoundTexts(db, ids, { words, programs })
  return { posts: posts.sort(byRank), ...(pages.length > 0 ? { pages: pages.sort(byRank) } : {}) }
}
