import { expect, test } from 'vitest'
import { createFixturePost, deleteFixturePost } from './fixture-posts.ts'
import { createOwner, createVisitor, origin } from './visitor.ts'

test('a cover and the pictures of a text tell what a reader saves of them', async () => {
  const owner = await createOwner()
  const images = (await (await owner.fetch('/api/images')).json()) as { url: string }[]
  const post = await createFixturePost(owner, {
    content: `<p>${'Wash your face. '.repeat(6)}</p><p><img src="${images[0]!.url}" alt="A jar" data-pin-description="Save me"></p>`,
    coverImage: images[1]!.url,
    publishedAt: '2001-02-03T12:00:00.000Z',
    pinLayout: 'framed',
  })
  const visitor = createVisitor()
  const { document } = await visitor.open(`/blog/${post.slug}`)
  const url = `${origin}/blog/${post.slug}`

  const cover = document.querySelector('article img[data-pin-media*="/share/pins/"]')!
  expect(cover.getAttribute('data-pin-url')).toBe(url)
  expect(cover.getAttribute('data-pin-description')).toBe(post.title)
  const media = cover.getAttribute('data-pin-media')!
  const drawn = await visitor.fetch(media)
  expect(drawn.status).toBe(200)
  expect(drawn.headers.get('content-type')).toBe('image/jpeg')

  const picture = document.querySelector('img[data-pin-description="Save me"]')!
  expect(picture.getAttribute('data-pin-url')).toBe(url)
  expect(picture.getAttribute('data-pin-media')).toMatch(new RegExp(`^${origin}/media/`))
  await deleteFixturePost(owner, post)
})
