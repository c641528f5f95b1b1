import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Newsletter } from '../../../contract/audience/newsletters.ts'
import { NewsletterClicksPanel } from './newsletter-clicks-panel.tsx'

const render = (kind: Newsletter['kind']) =>
  renderToStaticMarkup(<NewsletterClicksPanel newsletter={{ id: 1, kind, countsClicks: false }} />)

test('a newsletter that does not count clicks says so, and where to count those of the next one', () => {
  expect(render('newsletter')).toContain(
    'Clicks on its links were not counted. To count those of the next newsletter, choose “Count clicks on its links” in its settings before you send it.',
  )
  expect(render('welcome')).toContain(
    'Clicks on its links are not counted. To count them, choose “Count clicks on its links” in its settings.',
  )
  expect(render('digest')).toContain('Clicks on its links were not counted: digests do not count them.')
})
