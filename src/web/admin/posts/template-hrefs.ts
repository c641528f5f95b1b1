/** Templates are edited among the posts; the query says which editor opens. */
const query = '?kind=template'

export const templatesHref = `/admin/posts${query}`
export const newTemplateHref = `/admin/posts/new${query}`
export const templateHref = (id: number) => `/admin/posts/${id}${query}`
