import { expect, test } from 'vitest'
import { makePost } from '../test/factories.ts'
import { testSite } from '../test/test-site.ts'

test.each(['/feed.xml', '/feed.json', '/letters/feed.xml', '/letters/feed.json', '/sitemap.xml'])(
  '%s is sent again to a reader with the date of its copy only after a change',
  async (address) => {
    const { db, get, purgeAll } = await testSite({ rows: async (db) => void (await makePost(db)) })
    const first = await get(address)
    const date = first.headers.get('last-modified')!
    expect(new Date(date).toUTCString()).toBe(date)
    const later = new Date(Date.parse(date) + 60_000).toUTCString()
    const ifSince = async (since: string) => (await get(address, { 'if-modified-since': since })).status
    // The same text is rendered again after ten minutes and after a purge.
    for (const clears of [false, true]) {
      if (clears) purgeAll()
      expect(await ifSince(date)).toBe(304)
      expect(await ifSince(later)).toBe(304)
      expect(await ifSince(new Date(Date.parse(date) - 1000).toUTCString())).toBe(200)
      expect(await ifSince('yesterday')).toBe(200)
    }
    // RFC 9110, 13.1.3: ignored next to If-None-Match.
    expect((await get(address, { 'if-none-match': '"another"', 'if-modified-since': date })).status).toBe(200)

    await makePost(db)
    await db.insertInto('settings').values({ key: 'brand', value: '"Dew & Glow"', updated_at: date }).execute()
    purgeAll()
    const changed = await get(address, { 'if-modified-since': date })
    expect(changed.status).toBe(200)
    expect(Date.parse(changed.headers.get('last-modified')!)).toBeGreaterThan(Date.parse(date))
  },
)
