export const automaticNewslettersHref = '/admin/automatic-newsletters'
export const newslettersHref = '/admin/newsletters'
export const newsletterTrashHref = '/admin/posts?status=trash&kind=newsletter'
export const newNewsletterHref = '/admin/newsletters/new'
/** The editor. */
export const newsletterHref = (id: number) => `/admin/newsletters/${id}`
/** The editor with the focus in a field. */
export const newsletterFieldHref = (id: number, field: 'title' | 'content') => `${newsletterHref(id)}?field=${field}`
/** The page of a newsletter for readers. */
export const newsletterAddress = (slug: string) => `/letters/${encodeURIComponent(slug)}`
/** Review and sending, or the numbers of a newsletter that is being sent or was sent. */
export const newsletterSendHref = (id: number) => `/admin/newsletters/${id}?view=send`
