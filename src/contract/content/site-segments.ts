/** The first segments of the site's own paths, as in the route table, which a test compares. */
const segments: ReadonlySet<string> = new Set([
  ...[
    'blog',
    'preview',
    'shared-preview',
    'shop',
    'ingredients',
    'routines',
    'about',
    'contact',
    'newsletter',
    'letters',
  ],
  ...['search', 'login', 'forgot-password', 'reset-password', 'setup', 'admin', 'not-found'],
  ...['privacy-policy', 'affiliate-disclosure', 'imprint'],
])

/** Whether a route of the site begins with the segment, so that nothing of the owner can be there. */
export function isSiteSegment(segment: string): boolean {
  return segments.has(segment)
}
