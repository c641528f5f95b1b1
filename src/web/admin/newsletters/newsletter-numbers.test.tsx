import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { NewsletterNumbers } from '../../../contract/audience/newsletters.ts'
import { NewsletterNumbersPanel } from './newsletter-numbers.tsx'

const none: NewsletterNumbers = {
  ...{
    total: 40,
    waiting: 0,
    sending: 0,
    deferred: 0,
    accepted: 40,
    failed: 0,
    inDoubt: 0,
    suppressed: 0,
    cancelled: 0,
  },
  ...{ bounced: 0, complained: 0, unsubscribed: 0 },
}

/** The main numbers as they are read, such as 'Total 40'. */
function mainNumbers(numbers: Partial<NewsletterNumbers>): string[] {
  const html = renderToStaticMarkup(
    <NewsletterNumbersPanel newsletter={{ state: 'cancelled', numbers: { ...none, ...numbers } }} />,
  )
  return [...html.split('</dl>')[0]!.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)].map(([, label, value]) =>
    `${label} ${value}`
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  )
}

test('after a cancellation, those whose turn had not come and those in doubt are numbers of their own', () => {
  expect(mainNumbers({ accepted: 15, failed: 2, suppressed: 1, inDoubt: 2, cancelled: 20 })).toEqual([
    'Total 40',
    'Accepted 15 37.5%',
    'Not delivered 3 7.5%',
    'In doubt 2 5.0%',
    'Cancelled 20 50.0%',
    'Unsubscribed 0 0.0%',
  ])
})

test('what is still being handed over when a newsletter is cancelled is listed, so that the states add up', () => {
  const numbers = { ...none, accepted: 15, sending: 5, cancelled: 20 }
  const html = renderToStaticMarkup(<NewsletterNumbersPanel newsletter={{ state: 'cancelled', numbers }} />)
  const [, table = ''] = html.split('>Recipients</caption>')
  const counts = [...table.split('</table>')[0]!.matchAll(/<td[^>]*font-semibold[^>]*>(\d+)<\/td>/g)].map(([, text]) =>
    Number(text),
  )
  const total = counts.pop()
  expect(counts.reduce((sum, each) => sum + each, 0)).toBe(total)
})

test('without any, neither is shown', () => {
  expect(mainNumbers({})).toEqual(['Total 40', 'Accepted 40 100.0%', 'Not delivered 0 0.0%', 'Unsubscribed 0 0.0%'])
})
