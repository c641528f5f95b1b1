import { expect, test } from 'vitest'
import { testSite } from '../test/test-site.ts'

const browser = {
  'user-agent': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Safari/605.1.15',
  'sec-fetch-dest': 'document',
}

test('a page that readers do not find is counted after the response, and one that a bot requests is not', async () => {
  const { db, get } = await testSite()
  const request = async (address: string, headers: Record<string, string> = browser) =>
    (await get(address, headers)).status
  expect(await request('/2019/05/lost', { ...browser, referer: 'https://other.example/list?page=2' })).toBe(404)
  expect(await request('/2019/05/lost?utm_source=x')).toBe(404)
  expect(await request('/?p=123')).toBe(404)
  expect(await request('/about')).toBe(200)
  expect(await request('/blog/never-written')).toBe(404)
  expect(await request('/admin/nothing/here')).toBe(200)
  expect(await request('/lost', { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' })).toBe(404)
  const rows = () => db.selectFrom('missing_pages').select(['address', 'hits', 'referrer']).orderBy('address').execute()
  expect(await rows()).toEqual([])
  await expect.poll(rows, { timeout: 20_000 }).toEqual([
    { address: '/2019/05/lost', hits: 2, referrer: 'https://other.example/list' },
    { address: '/?p=123', hits: 1, referrer: '' },
    { address: '/blog/never-written', hits: 1, referrer: '' },
  ])
})
