/** In the address of a mail's link to the page of the newsletter; no key of a counted link is as short. */
export const PAGE_LINK = 'page'
