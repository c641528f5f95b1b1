import { XMLParser } from 'fast-xml-parser'
import { expect, inject, test } from 'vitest'
import type { EditablePost, Post } from '../src/contract/content/posts.ts'
import { findActiveContent } from './active-content.ts'
import { makeProduct } from './factories.ts'
import { maliciousHtml } from './malicious-html.ts'
import { testApp } from './test-app.ts'
import { xssVectors } from './xss-vectors.ts'

const text = '<p>Wash your face with lukewarm water, gently, and pat it dry with a clean towel.</p>'
const input = {
  title: 'About a cream',
  slug: 'about-a-cream',
  coverImage: '/media/none/640.jpg',
  publishedAt: '2026-03-01T00:00:00Z',
}

// Independent of the database.
test.skipIf(inject('databaseUrl') !== undefined)(
  'no saved post leaves active content in storage, on pages or in feeds, and saving it again changes nothing',
  { timeout: 240_000 },
  async () => {
    const { db, request, asOwner } = await testApp()
    await db
      .insertInto('images')
      .values({
        key: 'jar',
        url: '/media/jar/1280.jpg',
        alt_text: '',
        width: 1280,
        height: 960,
        widths: '[320,640,1280]',
        placeholder: '',
        created_at: '2026-01-01T00:00:00.000Z',
      })
      .execute()
    const maliciousName = `"><script>alert(1)</script> & 'cream'`
    for (const affiliate_link of [
      'https://shop.example/a',
      'https://shop.example/"onclick="alert(1)',
      'javascript:alert(1)',
    ])
      await makeProduct(db, { name: maliciousName, image_alt: maliciousName, image_url: maliciousName, affiliate_link })
    const first = await asOwner('/api/posts', { json: { ...input, content: text } })
    const { id } = (await first.json()) as EditablePost
    const save = async (content: string) => {
      const answer = await asOwner(`/api/posts/${id}`, { method: 'PUT', json: { ...input, content } })
      expect(answer.status, content).toBe(200)
      return (await answer.json()) as EditablePost
    }

    // NUL is rejected before sanitising.
    const bodies = [...xssVectors, ...maliciousHtml(1000)].map((body) => body.replaceAll('\0', '\ufffd'))
    for (const [i, body] of bodies.entries()) {
      const saved = await save(text + body)
      expect(findActiveContent(saved.content), body).toEqual([])
      expect(await save(saved.content), body).toMatchObject({ version: saved.version })
      const { content } = (await (await request('/api/posts/about-a-cream')).json()) as Post
      expect(findActiveContent(content, { for: 'readers' }), body).toEqual([])
      if (i % 10 === 0) expect(await fed(request)).toEqual([[], []])
    }
  },
)

/** Active content in the bodies of the two feeds. */
async function fed(request: (path: string) => Promise<Response>): Promise<string[][]> {
  const json = (await (await request('/feed.json')).json()) as { items: { content_html: string }[] }
  const xml = new XMLParser({ processEntities: false }).parse(await (await request('/feed.xml')).text()) as {
    rss: { channel: { item: { 'content:encoded': string } } }
  }
  return [json.items[0]!.content_html, xml.rss.channel.item['content:encoded']].map((html) =>
    findActiveContent(html, { for: 'readers' }),
  )
}
