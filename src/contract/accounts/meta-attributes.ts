/** Separate from the services, whose texts a page does not need. */

export type MetaTag = { name: string; content: string }

export const IMPACT_TAG = 'impact-site-verification'

/** The attributes of a `meta` tag; Impact reads the token in `value`. */
export function metaAttributes({ name, content }: MetaTag): MetaTag & { value?: string } {
  return name === IMPACT_TAG ? { name, value: content, content } : { name, content }
}
