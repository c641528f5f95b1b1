/** Decides the title and the description that a page gives search engines. Separate from the schemas, to keep zod out of other bundles. */

type Titled = { title: string; metaTitle: string | null }

/** The text of a page's `<title>`; '' without any title. */
export function documentTitle({ title, metaTitle }: Titled, brand: string): string {
  return metaTitle?.trim() || defaultMetaTitle(title, brand)
}

/** The meta title of a page that has none of its own. */
export function defaultMetaTitle(title: string, brand: string): string {
  return title.trim() && `${title.trim()} | ${brand}`
}

type Described = { metaDescription: string | null; excerpt: string; opening?: string | undefined }

/** The meta description of a page; `opening` are the first sentences of its text, by `openingOf`. */
export function documentDescription({ metaDescription, excerpt, opening = '' }: Described): string {
  return metaDescription?.trim() || excerpt.trim() || opening
}
