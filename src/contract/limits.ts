/** Numbers that both sides of the API hold to; those of a single schema stand beside it. */

export const HOME_POSTS = 3
export const HOME_PRODUCTS = 4
export const PRODUCT_SECTION = 8
export const RELATED_POSTS = 3
export const POSTS_PER_PAGE = 9
export const PRODUCTS_PER_PAGE = 24
export const SEARCH_RESULTS = 24
/** The most rows that one answer of a list carries. */
export const LIST_MAX = 100
/** Characters of a search term; the rest is refused, not cut. */
export const TERM_MAX = 200
/** Bytes of a JSON or form body. */
export const BODY_MAX = 262_144
