import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { samples, withPicture } from '../../../../test/block-samples.ts'
import { cpuTime } from '../../../../test/cpu-time.ts'
import { makePost, makeProduct } from '../../../../test/factories.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { blockNames, blocks } from '../../../contract/content/blocks.ts'
import type { Post } from '../../../contract/content/posts.ts'
import { cleanHtml } from './clean-html.ts'

async function rendered({ db, request }: TestApp, content: string): Promise<Post> {
  const slug = `blocks-${Math.random().toString(36).slice(2)}`
  await makePost(db, { slug, content })
  return (await (await request(`/api/posts/${slug}`)).json()) as Post
}

const picture = '<img src="/media/jar/1600.jpg" alt="A jar" loading="lazy" />'
const figure = `<figure>${picture}<figcaption>A jar</figcaption></figure>`

test.each([
  [figure, '(min-width: 1280px) 888px, (min-width: 768px) 640px, 92vw'],
  [`<figure data-block="picture" data-width="small">${picture}</figure>`, '(min-width: 640px) 320px, 92vw'],
  [`<figure data-block="picture" data-align="left">${picture}</figure>`, '(min-width: 640px) 320px, 92vw'],
  [
    `<figure data-block="picture" data-width="wide">${picture}</figure>`,
    '(min-width: 640px) min(960px, 100vw - 80px), 100vw',
  ],
  [
    `<figure data-block="picture" data-width="full">${picture}</figure>`,
    '(min-width: 640px) min(1216px, 100vw - 64px), 100vw',
  ],
  [`<figure data-block="row">${figure}${figure}</figure>`, '(min-width: 768px) 320px, 92vw'],
  [
    `<figure data-block="row" data-width="wide">${figure.repeat(3)}</figure>`,
    '(min-width: 640px) min(320px, 33vw - 27px), 92vw',
  ],
  [`<figure data-block="gallery">${figure.repeat(5)}</figure>`, '(min-width: 768px) 213px, 46vw'],
  [`<figure data-block="gallery" data-layout="strip">${figure.repeat(5)}</figure>`, '(min-width: 640px) 400px, 78vw'],
  [`<figure data-block="compare">${figure}${figure}</figure>`, '(min-width: 768px) 640px, 92vw'],
])('the pictures of %s have the sizes of their block and their own dimensions', async (html, sizes) => {
  const { content } = await rendered(await withPicture(), html)
  const pictures = content.match(/<picture>.*?<\/picture>/g)!
  expect(pictures).toHaveLength(html.match(/<img /g)!.length)
  for (const picture of pictures) {
    expect(picture.split(`320w, `)).toHaveLength(2)
    expect(picture.split(` sizes="${sizes}">`)).toHaveLength(2)
    expect(picture).toMatch(/<img src="[^"]+" width="1600" height="1200" alt="A jar" loading="lazy"/)
  }
})

test('only a landscape picture in a figure, as wide as its writer left it, reaches into the margin', async () => {
  const app = await withPicture()
  await app.db.updateTable('images').set({ height: 1600 }).execute()
  const sizesOf = async (on: typeof app, html: string) => (await rendered(on, html)).content.match(/sizes="[^"]+"/)?.[0]
  expect(await sizesOf(app, figure)).toBe('sizes="(min-width: 768px) 640px, 92vw"')
  const landscape = await withPicture()
  expect(await sizesOf(landscape, `<p>${picture}</p>`)).toBe('sizes="(min-width: 768px) 640px, 92vw"')
  expect(await sizesOf(landscape, figure.replace('alt', 'width="500" alt'))).toBe(
    'sizes="(min-width: 768px) 500px, min(92vw, 500px)"',
  )
})

test('a picture after a block has the sizes of the text again', async () => {
  const { content } = await rendered(
    await withPicture(),
    `<figure data-block="row">${figure}${figure}</figure>${figure}`,
  )
  expect(content.match(/min-width: 768px\) \d+px/g)!.at(-1)).toContain('640px')
})

test('a video is a link to its page without anything of a third party; the script finds the player in the link', async () => {
  const app = await withPicture()
  const { content } = await rendered(
    app,
    `<figure data-block="video"><a href="https://youtu.be/aqz-KE-bpKQ">${picture}Washing</a><figcaption>A minute</figcaption></figure>` +
      '<figure data-block="video"><a href="https://elsewhere.example/">No video</a></figure>',
  )
  expect(content).toContain(
    '<figure data-block="video"><a href="https://www.youtube.com/watch?v=aqz-KE-bpKQ" data-embed="https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ?autoplay=1&amp;rel=0"><small>Video on YouTube:</small> <picture>',
  )
  expect(content).toContain('Washing</a><figcaption>A minute</figcaption></figure>')
  expect(content).toContain('<a href="https://elsewhere.example/">No video</a>')
  expect(content).not.toMatch(/<iframe|ytimg|vumbnail/)
})

const upright = (address: string, words = 'Washing') =>
  `<figure data-block="video" data-shape="upright"><a href="${address}">${words}</a></figure>`

test('a video of TikTok is a link that says who sees a press, upright, with a picture of the library', async () => {
  const { content } = await rendered(
    await withPicture(),
    `<figure data-block="video" data-shape="upright"><a href="https://m.tiktok.com/v/6718335390845095173.html">${picture}Washing</a></figure>`,
  )
  expect(content).toContain(
    '<figure data-block="video" data-shape="upright"><a href="https://www.tiktok.com/@/video/6718335390845095173" data-embed="https://www.tiktok.com/player/v1/6718335390845095173?rel=0"><small data-plays="TikTok">Plays from TikTok, which then sees your visit:</small> <picture>',
  )
  expect(content).toContain('sizes="(min-width: 435px) 400px, 92vw"')
})

test('upright videos that follow each other are a row, one alone and wide ones are not', async () => {
  const app = await testApp()
  const shorts = upright('https://www.youtube.com/shorts/aqz-KE-bpKQ')
  const wide = '<figure data-block="video"><a href="https://youtu.be/aqz-KE-bpKQ">Wide</a></figure>'
  const figures = async (html: string) =>
    (await rendered(app, html)).content
      .replace(/<figure[^>]*upright.*?<\/figure>/g, 'U')
      .replace(/<figure.*?<\/figure>/g, 'W')
  expect(await figures(`${shorts}<p>a</p>${shorts}`)).toBe('U<p>a</p>U')
  expect(await figures(`<p>a</p>${shorts}\n${shorts}${wide}${shorts}${shorts}${shorts}`)).toBe(
    '<p>a</p><div data-videos>U\nU</div>W<div data-videos>UUU</div>',
  )
  expect(await figures(`${wide}${wide}${shorts}`)).toBe('WWU')
})

test('an address of Instagram or Pinterest is a card of the own picture with a link, and nothing that plays', async () => {
  const { content } = await rendered(
    await withPicture(),
    `<figure data-block="video"><a href="https://instagram.com/reels/CuZ-x_1AbCd/?igsh=x">${picture}My shelf</a><figcaption>In March</figcaption></figure>` +
      '<figure data-block="video"><a href="https://de.pinterest.com/pin/1234567890/">A pin</a></figure>',
  )
  expect(content).toMatch(
    /<figure data-block="video"><a href="https:\/\/www\.instagram\.com\/reel\/CuZ-x_1AbCd\/" data-part="card"><small>On Instagram:<\/small> <picture>.*<\/picture>My shelf<\/a><figcaption>In March/,
  )
  expect(content).toContain(
    '<a href="https://www.pinterest.com/pin/1234567890/" data-part="card"><small>On Pinterest:</small> A pin</a>',
  )
  expect(content).not.toContain('data-embed')
})

test('the links of videos and cards in a paid article are sponsored', async () => {
  const { db, request } = await testApp()
  await makePost(db, {
    slug: 'paid',
    label: 'ad',
    content: `${upright('https://www.tiktok.com/@a/video/6718335390845095173')}<figure data-block="video"><a href="https://www.instagram.com/p/CuZ-x_1AbCd/">A post</a></figure><figure data-block="video"><a href="/media/a.mp4">Mine</a></figure>`,
  })
  const { content } = (await (await request('/api/posts/paid')).json()) as Post
  expect(content).toContain('<a href="https://www.tiktok.com/@a/video/6718335390845095173" rel="sponsored" data-embed=')
  expect(content).toContain('<a href="https://www.instagram.com/p/CuZ-x_1AbCd/" rel="sponsored" data-part="card">')
  expect(content).toContain('<a href="/media/a.mp4" data-embed=')
})

test('a callout is a note, a strip of pictures can have the focus', async () => {
  const app = await withPicture()
  const { content } = await rendered(
    app,
    `<aside data-block="callout" data-tone="tip"><p>Patch-test.</p></aside><figure data-block="gallery" data-layout="strip">${figure}</figure>`,
  )
  expect(content).toContain('<aside data-block="callout" data-tone="tip" role="note"><p>Patch-test.</p></aside>')
  expect(content).toContain('<figure data-block="gallery" data-layout="strip" tabindex="0" aria-label="Gallery">')
})

test('several products are shown as they are now, in their order, with the disclosure and without inactive ones', async () => {
  const app = await testApp()
  const [one, two, gone] = [
    await makeProduct(app.db, { name: 'One', price_minor: 1050 }),
    await makeProduct(app.db, { name: 'Two' }),
    await makeProduct(app.db, { name: 'Gone', is_active: false }),
  ]
  const block = `<div data-block="products" data-product-ids="${two},${gone},${one},9999"></div>`
  const { content } = await rendered(app, `<p>a</p>${block}<p>b</p>`)
  expect(content.match(/data-product-box="\d+"/g)).toEqual([`data-product-box="${two}"`, `data-product-box="${one}"`])
  expect(content).toMatch(/^<p>a<\/p><p data-part="disclosure">.*<\/p><div data-block="products"><div data-product-box/)
  expect(content).toContain('$10.50')
  expect(content).toContain('rel="sponsored nofollow noopener"')
  expect(content).toContain('>This page contains affiliate links. <a href="/affiliate-disclosure">')
  expect((await rendered(app, `<p>a</p><div data-block="products" data-product-ids="${gone}"></div>`)).content).toBe(
    '<p>a</p>',
  )
})

test('all products of a post are read in one query, in boxes and in blocks', async () => {
  const app = await testApp()
  const ids = [await makeProduct(app.db), await makeProduct(app.db), await makeProduct(app.db)]
  await makePost(app.db, {
    slug: 'boxes',
    content: `<div data-product-id="${ids[0]}"></div><div data-block="products" data-product-ids="${ids}"></div>`,
  })
  app.queries.clear()
  const { content } = (await (await app.request('/api/posts/boxes')).json()) as Post
  expect(content.match(/data-product-box/g)).toHaveLength(4)
  expect([...app.queries.keys()].filter((query) => query.includes('"products"'))).toHaveLength(1)
})

test('the questions of a post are those of its blocks of questions, as text', async () => {
  const app = await testApp()
  const item = (question: string, answer: string) => `<details><summary>${question}</summary>${answer}</details>`
  const { questions } = await rendered(
    app,
    item('Not in a block', '<p>a</p>') +
      `<section data-block="faq">${item('How <em>mu</em>ch &amp; when?', '<p>Two <b>fing</b>ers.</p><ul><li>Morning</li><li>Noon</li></ul>')}${item('', '<p>b</p>')}${item('Empty', '')}</section>` +
      `<section data-block="faq">${item('Why?', '<p>So.</p>')}</section>`,
  )
  expect(questions).toEqual([
    { question: 'How much & when?', answer: 'Two fingers. Morning Noon' },
    { question: 'Why?', answer: 'So.' },
  ])
  expect(await rendered(app, '<p>None</p>')).not.toHaveProperty('questions')
})

test('a page keeps the language of words', async () => {
  const { content } = await rendered(await testApp(), '<p>A <span lang="fr">crème</span>.</p>')
  expect(content).toBe('<p>A <span lang="fr">crème</span>.</p>')
})

test('feeds show every block as plain HTML', async () => {
  const app = await withPicture()
  const id = await makeProduct(app.db, { name: 'A cream' })
  await rendered(
    app,
    `<aside data-block="callout"><p>Patch-test.</p></aside><section data-block="faq"><details><summary>Why?</summary><p>So.</p></details></section>` +
      `<figure data-block="compare">${figure}${figure}</figure><div data-block="products" data-product-ids="${id}"></div>` +
      `<figure data-block="video"><a href="https://vimeo.com/76979871">Washing</a></figure>${upright('https://www.tiktok.com/@a/video/6718335390845095173')}<figure data-block="video"><a href="https://www.instagram.com/p/CuZ-x_1AbCd/">A post</a></figure><table><tbody><tr><td>x</td></tr></tbody></table>`,
  )
  const feed = JSON.parse(await (await app.request('/feed.json')).text()) as { items: { content_html: string }[] }
  const html = feed.items[0]!.content_html
  for (const part of [
    '<aside data-block="callout"><p>Patch-test.</p></aside>',
    '<section data-block="faq"><details><summary>Why?</summary><p>So.</p></details></section>',
    '<figcaption>A jar</figcaption></figure><figure>',
    'A cream',
    '<a href="https://vimeo.com/76979871"><small>Video on Vimeo:</small> Washing</a>',
    '<a href="https://www.tiktok.com/@a/video/6718335390845095173"><small>Video on TikTok:</small> Washing</a>',
    '<a href="https://www.instagram.com/p/CuZ-x_1AbCd/"><small>On Instagram:</small> A post</a>',
  ])
    expect(html).toContain(part)
  expect(html).not.toMatch(/data-embed|data-plays|data-videos|Plays from|tabindex|table-frame|role=/)
})

test('deeply nested blocks are rendered in linear time', async () => {
  const app = await testApp()
  const started = cpuTime()
  for (const open of [
    '<figure data-block="row">',
    '<section data-block="faq">',
    '<details>',
    '<aside data-block="callout">',
  ])
    await rendered(app, open.repeat(5_000))
  expect(cpuTime() - started).toBeLessThan(10_000)
})

const styles = readFileSync('src/web/styles/blocks.css', 'utf8')

test.each(blockNames)('the block %s is stored, rendered and styled, and so is each of its attributes', async (name) => {
  const app = await withPicture()
  const [html] = samples(await makeProduct(app.db), await makeProduct(app.db))[name]
  expect(cleanHtml(html)).toContain(`data-block="${name}"`)
  expect((await rendered(app, cleanHtml(html))).content).toContain(`data-block="${name}"`)
  if (name !== 'picture') expect(styles).toContain(`[data-block="${name}"]`)
  for (const [attribute, values] of Object.entries<readonly string[] | RegExp>(blocks[name].attributes))
    for (const value of values instanceof RegExp ? [] : values)
      expect(styles, `${attribute}="${value}"`).toContain(`[${attribute}="${value}"]`)
})
