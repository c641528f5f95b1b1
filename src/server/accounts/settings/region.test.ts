import { expect, test } from 'vitest'
import { makePost, makeProduct } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/test-app.ts'
import { ownerFormats } from '../../../contract/accounts/owner-formats.ts'
import { regionWords } from '../../../contract/accounts/region.ts'
import type { Site } from '../../../contract/accounts/site.ts'
import { formatDay, formatDays } from '../../../contract/platform/format-day.ts'

const region = (language: string, dateStyle = '', clock = '') => regionWords({ language, dateStyle, clock })

test.each([
  ['en', '', 'November 26, 2026'],
  ['en', 'dmy', '26 November 2026'],
  ['en', 'numeric', '26.11.2026'],
  ['en-GB', '', '26 November 2026'],
  ['en-GB', 'mdy', 'November 26, 2026'],
  ['de', '', '26. November 2026'],
  ['de', 'mdy', 'November 26, 2026'],
  ['es', '', '26 de noviembre de 2026'],
  ['fr', 'dmy', '26 novembre 2026'],
  ['ja', '', '2026年11月26日'],
  ['ar', 'numeric', '26.11.2026'],
])('in %s with the dates “%s” a day is written as %s', (language, dateStyle, written) => {
  expect(formatDay('2026-11-26', region(language, dateStyle).dates)).toBe(written)
})

test('several days are written as a range in the words of the site', () => {
  expect(formatDays('2026-06-03', '2026-06-05')).toBe('June 3 – 5, 2026')
  const { dates } = region('de')
  expect(formatDays('2026-06-03', '2026-06-05', dates)).toBe('3. Juni 2026 – 5. Juni 2026')
  expect(formatDays('2026-06-03', '2026-06-03', dates)).toBe('3. Juni 2026')
})

test('a page carries nothing of the default region', () => {
  expect(region('en')).toEqual({})
  expect(region('en-US')).toEqual({ language: 'en-US' })
  expect(region('en', '', '24')).toEqual({ clock: '24' })
  expect(region('de').clock).toBe('24')
  expect(region('de', '', '12').clock).toBeUndefined()
})

test.each([
  ['en', '', '', 'November 26, 2026 at 3:42 PM'],
  ['en', '', '24', 'November 26, 2026 at 15:42'],
  ['de', '', '', '26 November 2026 at 15:42'],
  ['en', 'numeric', '24', '26.11.2026, 15:42'],
])(
  'the owner reads moments in English in the order and the hours of %s %s %s',
  (language, dateStyle, clock, written) => {
    const { moment } = ownerFormats({ timeZone: 'Europe/Berlin', ...region(language, dateStyle, clock) })
    expect(moment('2026-11-26T14:42:00.000Z').replaceAll('\u202f', ' ')).toBe(written)
  },
)

test.each([
  [{ language: 'english' }, 'Please write a language code such as en, en-GB or de'],
  [{ language: '' }, 'Please write a language code such as en, en-GB or de'],
  [{ dateStyle: 'ymd' }, 'Please choose one of the list'],
  [{ clock: '13' }, 'Please choose one of the list'],
])('%j is refused: %s', async (json, message) => {
  const { asOwner } = await testApp()
  const response = await asOwner('/api/settings', { method: 'PUT', json })
  expect(response.status).toBe(400)
  expect(JSON.stringify(await response.json())).toContain(message)
})

test('the language is stored in its canonical spelling and followed by the site, feeds and product blocks', async () => {
  const app = await testApp()
  await makeProduct(app.db, { price_minor: 1200, facts: JSON.stringify({ priceCheckedOn: '2026-03-03' }) })
  const { id } = ((await (await app.request('/api/products')).json()) as { id: number }[])[0]!
  await makePost(app.db, {
    slug: 'der-artikel',
    content: `<section data-block="review" data-product-id="${id}"><p>Four weeks.</p></section>`,
  })
  const read = async (path: string) => (await app.request(path)).text()
  expect(await read('/feed.xml')).toContain('<language>en-US</language>')
  expect(await read('/api/posts/der-artikel')).toContain('checked March 3, 2026')
  const changed = await app.asOwner('/api/settings', { method: 'PUT', json: { language: ' DE-at ' } })
  expect(changed.status).toBe(200)
  const site = JSON.parse(await read('/api/site')) as Site
  expect(site).toMatchObject({ language: 'de-AT', clock: '24', dates: { pattern: '{d}. {m} {y}' } })
  expect(await read('/feed.xml')).toContain('<language>de-AT</language>')
  expect(JSON.parse(await read('/feed.json'))).toMatchObject({ language: 'de-AT' })
  expect(await read('/api/posts/der-artikel')).toContain('checked 3. März 2026')
})
