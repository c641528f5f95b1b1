/** Limits that server and browser share; those of a single schema are declared with it. */

export const HOME_POSTS = 3
export const HOME_PRODUCTS = 4
export const RELATED_POSTS = 3
export const POSTS_PER_PAGE = 9
export const PRODUCTS_PER_PAGE = 24
export const SEARCH_RESULTS = 24
/** Days for which the trash keeps what was deleted. */
export const TRASH_DAYS = 30
/** Maximum page size of a list. */
export const LIST_MAX = 100
/** Readers, and their messages, that one request changes. */
export const READERS_BULK_MAX = 10_000
/** Characters of a search term; the rest is refused, not cut. */
export const TERM_MAX = 200
/** Bytes of a JSON or form body. */
export const BODY_MAX = 262_144
