/** Stands once in a body, before the first affiliate link in reading order. */
export const disclosure =
  '<p data-part="disclosure">This page contains affiliate links. <a href="/affiliate-disclosure">How this site earns money</a></p>'
