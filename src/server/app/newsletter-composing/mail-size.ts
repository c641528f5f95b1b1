import { compileTemplate } from '../../../contract/audience/merge-fields.ts'
import { mergeValuesOf } from '../../audience/newsletter-sending/newsletter-message.ts'

/** A recipient with values as long as they are allowed, or nearly so. */
const longest = {
  ...{ id: 2_147_483_647, name: 'N'.repeat(100), email: `${'e'.repeat(64)}@${'d'.repeat(35)}.example` },
  unsubscribe_token: '0'.repeat(32),
}

/** Bytes of the HTML of a newsletter as a recipient gets it. */
export function mailSize(
  html: string,
  newsletter: { id: number; slug: string; countsClicks: boolean },
  origin: string,
): number {
  return Buffer.byteLength(compileTemplate(html, 'html')(mergeValuesOf(newsletter, longest, origin)))
}
