import {
  type NewsletterMailOptions,
  type RenderedNewsletter,
  renderNewsletterMail,
} from '../src/server/app/newsletter-composing/render-newsletter-mail.ts'
import { renderNewsletter } from '../src/web/newsletter/render-newsletter.tsx'
import { TEST_ORIGIN, type TestApp } from './test-app.ts'

export const RENDERED_AT = new Date('2026-03-10T15:00:00.000Z')

/** A newsletter of a body, with the real template. */
export function rendered(
  { db }: Pick<TestApp, 'db'>,
  content: string,
  over: Partial<NewsletterMailOptions> = {},
  title = 'A newsletter',
): Promise<RenderedNewsletter> {
  const post = { title, excerpt: 'What is in it.', content }
  const given = { newsletterId: 7, origin: TEST_ORIGIN, hasPage: true, hasDigest: true, countsClicks: false }
  return renderNewsletterMail(db, { ...given, post, now: RENDERED_AT, ...over }, renderNewsletter)
}
