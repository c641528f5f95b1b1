/**
 * Sent by our own pages when a page is shown whose load is not counted: `1` for a navigation without one, else, for a page that
 * the browser has loaded ahead, the URL of the referrer or `direct`.
 */
export const PAGE_VIEW_HEADER = 'x-page-view'
