// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { OwnerImage } from '../../../contract/content/images.ts'
import { picturesElsewhere, withCopiedPictures } from './pictures-elsewhere-notice.tsx'

const origin = 'https://blog.example'

test('pictures with an address of another host are elsewhere, each once', () => {
  const html = `<p><img src="https://lh3.googleusercontent.com/docs/a?x=1&amp;y=2" alt="A jar"><img src='//cdn.example/b.png'>
    <img src="/media/k/640.jpg"><img src="https://blog.example/media/k/640.jpg"><img src="data:image/png;base64,AA"><img>
    <IMG SRC=http://old.example/c.jpg><img src="//cdn.example/b.png" alt="Again"></p>`
  expect(picturesElsewhere(html, origin)).toEqual([
    { src: 'https://lh3.googleusercontent.com/docs/a?x=1&y=2', alt: 'A jar' },
    { src: '//cdn.example/b.png', alt: '' },
    { src: 'http://old.example/c.jpg', alt: '' },
  ])
})

test('a copied picture gets its address in the library, and nothing else of the HTML changes', () => {
  const image = { url: '/media/k/640.jpg' } as OwnerImage
  const copies = {
    find: (src: string) => (src === 'https://a.example/?x=1&y=2' ? ({ state: 'done', image } as const) : undefined),
  }
  const html = `<p title='src="https://a.example/?x=1&amp;y=2"'><img alt=">" src='https://a.example/?x=1&amp;y=2'  width="3"><img src="https://b.example/"></p>`
  expect(withCopiedPictures(html, copies)).toBe(
    `<p title='src="https://a.example/?x=1&amp;y=2"'><img alt=">" src="/media/k/640.jpg"  width="3"><img src="https://b.example/"></p>`,
  )
})
