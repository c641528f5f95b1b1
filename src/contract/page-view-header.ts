/** Sent by our own pages when a navigation without a page load shows another page. */
export const PAGE_VIEW_HEADER = 'x-page-view'
