import { expect, test } from 'vitest'
import { addPins } from './body-pins.ts'
import { openTags, parseHtml } from './html-tokens.ts'

const pin = { url: 'https://dew.example/blog/oat-caf%C3%A9', description: 'Oat & "care" > less' }

function pinned(content: string) {
  const html = addPins(content, 'https://dew.example', pin)
  return openTags(parseHtml(html))
    .filter(({ name }) => name === 'img')
    .map(({ attributes }) => attributes)
}

test('a picture of a body is saved with the page of its post, its own address and its description', () => {
  expect(pinned('<p>a</p><img src="/media/oat/800.jpg" alt="A jar &gt; a pot">')).toEqual([
    {
      src: '/media/oat/800.jpg',
      alt: 'A jar > a pot',
      'data-pin-url': 'https://dew.example/blog/oat-caf%C3%A9',
      'data-pin-media': 'https://dew.example/media/oat/800.jpg',
      'data-pin-description': 'A jar > a pot',
    },
  ])
})

test('the description is what the picture says, else its alt text, else that of the post', () => {
  const described = (html: string) => pinned(html)[0]!['data-pin-description']
  expect(described('<img src="/a.jpg" alt="Alt" data-pin-description="Own &amp; &gt;">')).toBe('Own & >')
  expect(described('<img src="/a.jpg" alt="Alt" data-pin-description=" ">')).toBe('Alt')
  expect(described('<img src="/a.jpg" alt="">')).toBe('Oat & "care" > less')
})

test('a picture may have another one for its pin, or none', () => {
  const media = (value: string) => pinned(`<img src="/a.jpg" alt="" data-pin-media="${value}">`)[0]!['data-pin-media']
  expect(media('/media/tall/1200.jpg')).toBe('https://dew.example/media/tall/1200.jpg')
  expect(media('https://other.example/tall.jpg')).toBe('https://other.example/tall.jpg')
  expect(media('javascript:alert(1)')).toBe('https://dew.example/a.jpg')
  expect(pinned('<img src="/a.jpg" alt="" data-pin-nopin="">')).toEqual([
    { src: '/a.jpg', alt: '', 'data-pin-nopin': '' },
  ])
})

test('a picture that links to a product is saved with the page of the product', () => {
  const urls = pinned(
    '<a href="/shop/oat-cream"><picture><source srcset="/a.avif"><img src="/a.jpg" alt="A"></picture></a>' +
      '<a href="https://shop.example/shop/x"><img src="/b.jpg" alt="B"></a><img src="/c.jpg" alt="C">',
  ).map((attributes) => attributes['data-pin-url'])
  const page = 'https://dew.example/blog/oat-caf%C3%A9'
  expect(urls).toEqual(['https://dew.example/shop/oat-cream', page, page])
})

test('nothing is added outside tags of pictures', () => {
  const html = '<p>&lt;img src="x"&gt; text</p><a href="/shop/x">link</a>'
  expect(addPins(html, 'https://dew.example', pin)).toBe(html)
})
