import { caniemail } from 'caniemail'
import { expect, test } from 'vitest'
import { renderNewsletterMail } from '../src/server/content/newsletters/render-newsletter-mail.ts'
import { renderNewsletter } from '../src/web/newsletter/render-newsletter.tsx'
import { everyBlock } from './newsletter-samples.ts'
import { TEST_ORIGIN } from './test-app.ts'

const clients = ['gmail.*', 'outlook.*', 'apple-mail.*'] as const

/** What some of these mail programs do not support or support in part, and why a newsletter may use it. */
const allowed: Record<string, string> = {
  '@media': 'dark colours and the narrower padding of phones; without it the newsletter is light and fits too',
  '<style> element': 'holds the media queries alone; Gmail reads it in the head, up to 16 kB',
  'color-scheme meta tag': 'says that the newsletter has dark colours; others show the light ones or invert them',
  'display:none': 'hides the preview text; `max-height` hides it where this is unknown',
  opacity: 'hides the preview text, together with `display` and `max-height`',
  overflow: 'hides the preview text',
  'max-height property': 'hides the preview text',
  'target attribute': 'mail programs open links in a browser anyway',
  'text-decoration-line': 'the default of the link component; `text-decoration` follows it',
  'text-decoration': 'only its shorthand with colours is unknown; the newsletter uses none',
  'border-radius': 'corners are square without it',
  outline: 'the reset of the picture component; without it pictures have no outline either',
  'table-layout': 'equal columns; the widths of the cells are given too',
  'white-space': '`pre-wrap` of code, which is rare; without it lines are joined',
  'role attribute': 'only Windows Mail, which is discontinued, ignores it',
  'aria-hidden attribute': 'only Windows Mail ignores it',
  'aria-label attribute': 'only Windows Mail ignores it',
  'word-break': 'breaks words that are longer than a line; `break-word` is known by all but Windows Mail',
  '<body> element': 'becomes a `div`; the colours stand in the table within',
  margin: 'negative values and `auto` are unknown; the newsletter uses neither',
  display: 'only `block` and `inline-block` are used; Outlook shows links with padding by its own workaround',
  'text-align': 'the values `start` and `end` are unknown; the newsletter uses neither',
  '<ul>, <ol> and <dl>': 'lists lose some of their indentation',
  'dir attribute': 'the newsletter is left to right, which is the default',
  padding: 'unknown to Outlook but in cells, where it stands, and in buttons, which have a workaround',
  'width attribute': 'known on tables, cells and pictures, where it stands',
  'width property': 'unknown to Outlook on pictures, which have the attribute too',
  'height attribute': 'known on pictures, where it stands',
  'height property': 'unknown to Outlook on pictures, which have the attribute too',
  'max-width': 'unknown to Outlook, for which a conditional table has the width',
  'line-height': 'Outlook wants it with units, which it has',
  background: 'Outlook knows colours and no pictures; the newsletter has colours alone',
  'font-size': 'Outlook knows pixels, which the newsletter uses',
  border: 'Outlook ignores it on inline elements but for links with its workaround',
  'font-weight': 'Outlook shows 600 as bold',
  'align attribute': 'the centre of tables has `align` and the width of its cell',
}

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
      countsClicks: false,
      now: new Date('2026-03-10T15:00:00.000Z'),
    },
    renderNewsletter,
  )
  const { issues } = caniemail({ clients: [...clients], html })
  const found = new Map<string, Set<string>>()
  for (const kind of ['errors', 'warnings'] as const)
    for (const [client, list] of issues[kind])
      for (const { title } of list) {
        if (!found.has(title)) found.set(title, new Set())
        found.get(title)!.add(client)
      }
  const known = Object.keys(allowed)
  expect([...found].filter(([title]) => !known.includes(title)).map(([title, by]) => [title, [...by]])).toEqual([])
  expect(known.filter((title) => !found.has(title))).toEqual([])
})
