import type { Site } from '../../../contract/accounts/site.ts'
import { escapeText } from '../rich-text/html-tokens.ts'

/** The words of a label before the text of an item; undefined without either. */
export function labelledText(kicker: string | undefined, text: string | undefined): string | undefined {
  return kicker === undefined ? text : [kicker, text].filter(Boolean).join(': ')
}

/** The words of a label as the first paragraph of an item. */
export function labelHtml(kicker: string | undefined): string {
  return kicker === undefined ? '' : `<p>${escapeText(kicker)}</p>`
}

/** The language of a feed. */
export const feedLanguage = ({ language = 'en-US' }: Pick<Site, 'language'>): string => language
