import { expect, test } from 'vitest'
import { renderNewsletterMail } from '../src/server/app/newsletter-composing/render-newsletter-mail.ts'
import { renderNewsletter } from '../src/web/newsletter/render-newsletter.tsx'
import { everyBlock } from './block-samples.ts'
import { listProblems, listUnusedExceptions } from './mail-support.ts'
import { TEST_ORIGIN } from './test-app.ts'

test('Gmail, Outlook and Apple Mail support what a newsletter needs; the rest is progressive enhancement', async () => {
  const { app, content } = await everyBlock()
  const { html } = await renderNewsletterMail(
    app.db,
    {
      newsletterId: 7,
      post: { title: 'A newsletter', excerpt: 'What is in it.', content },
      note: 'Hello.',
      senderName: 'Nora',
      origin: TEST_ORIGIN,
      hasPage: true,
      hasDigest: true,
      countsClicks: false,
      now: new Date('2026-03-10T15:00:00.000Z'),
    },
    renderNewsletter,
  )
  expect(listProblems(html)).toEqual([])
  expect(listUnusedExceptions(html)).toEqual([])
})

test('an element that mail programs lack is found, with the programs', () => {
  expect(listProblems('<p style="display: grid">Text</p>')).toContain('display:grid: outlook.windows')
})
