/** The pages of the specification whose text the owner may replace: a published page with this slug takes its place. */
export const builtInPages = ['about', 'privacy-policy', 'affiliate-disclosure', 'imprint'] as const
export type BuiltInPage = (typeof builtInPages)[number]

export function isBuiltInPage(slug: string): slug is BuiltInPage {
  return (builtInPages as readonly string[]).includes(slug)
}
