export const lettersHref = '/admin/letters'
export const newLetterHref = '/admin/letters/new'
/** The editor. */
export const letterHref = (id: number) => `/admin/letters/${id}`
/** The page of a letter for readers. */
export const letterAddress = (slug: string) => `/letters/${encodeURIComponent(slug)}`
/** Review and sending, or the numbers of a letter that is being sent or was sent. */
export const letterSendHref = (id: number) => `/admin/letters/${id}?view=send`
