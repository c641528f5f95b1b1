import { expect } from 'vitest'
import type { BlockName } from '../src/contract/content/blocks.ts'
import { makeProduct } from './factories.ts'
import { TEST_ORIGIN, type TestApp, testApp } from './test-app.ts'

/** With a picture of the library, and an ingredient and a routine of id 1. */
export async function withPicture(): Promise<TestApp> {
  const app = await testApp()
  const image = { key: 'jar', url: '/media/jar/1600.jpg', alt_text: 'A jar', width: 1600, height: 1200 }
  const rest = { widths: '[320,640,960,1600]', placeholder: '', created_at: '2026-01-01T00:00:00.000Z' }
  await app.db
    .insertInto('images')
    .values({ ...image, ...rest })
    .execute()
  for (const [noun, body] of [
    ['ingredients', { name: 'Niacinamide', summary: 'A vitamin.' }],
    ['routines', { name: 'Five minutes', steps: [{ time: 'morning', kind: 'Cleanser' }] }],
  ] as const)
    expect((await app.asOwner(`/api/${noun}`, { json: body })).status).toBe(201)
  return app
}

const picture = '<img src="/media/jar/1600.jpg" alt="A jar" loading="lazy" />'
export const figure = `<figure>${picture}<figcaption>On the shelf</figcaption></figure>`

/** A sample of each block with what the mail and its text part must show of it. */
export function samples(one: number, two: number): Record<BlockName, [html: string, ...shown: string[]]> {
  return {
    picture: [`<figure data-block="picture" data-width="small">${picture}</figure>`, 'width="320"'],
    row: [`<figure data-block="row">${figure}${figure}</figure>`, 'On the shelf', 'width="262"'],
    gallery: [`<figure data-block="gallery">${figure.repeat(3)}</figure>`, 'On the shelf'],
    compare: [`<figure data-block="compare">${figure}${figure}</figure>`, 'On the shelf'],
    video: [
      `<figure data-block="video"><a href="https://youtu.be/aqz-KE-bpKQ">${picture}Washing</a></figure>` +
        `<figure data-block="video" data-shape="upright"><a href="https://www.tiktok.com/@a/video/6718335390845095173">${picture}Drying</a></figure>` +
        `<figure data-block="video"><a href="https://www.instagram.com/p/CuZ-x_1AbCd/">${picture}My shelf</a></figure>`,
      'href="https://www.youtube.com/watch?v=aqz-KE-bpKQ"',
      'Washing',
      'Video on TikTok:',
      'On Instagram:',
      'width="240"',
    ],
    callout: ['<aside data-block="callout" data-tone="tip"><p>Patch first.</p></aside>', 'Patch first.'],
    faq: [
      '<section data-block="faq"><details><summary>How much?</summary><p>Two fingers.</p></details></section>',
      '<strong>How much?</strong>',
      'Two fingers.',
    ],
    button: [
      '<p data-block="button"><a href="/shop">To the shop</a></p>',
      `href="${TEST_ORIGIN}/shop"`,
      'padding:14px 24px',
    ],
    products: [
      `<div data-block="products" data-product-ids="${one},${two}"></div>`,
      'Oat cream',
      'Fern gel',
      'Shop Now',
    ],
    review: [
      `<section data-block="review" data-product-id="${one}"><p>Four weeks.</p></section>`,
      'Four weeks.',
      'Rich and calm.',
      '4.5 out of 5',
      'Stays',
      'Dry skin',
    ],
    note: [
      `<aside data-block="note" data-product-id="${one}"><p>Half a pump.</p></aside>`,
      'Half a pump.',
      'Oat cream',
    ],
    comparison: [
      `<div data-block="comparison" data-product-ids="${one},${two}" data-rows="price,verdict"></div>`,
      'Oat cream',
      'Fern gel',
      '$24.00',
      'Rich and calm.',
    ],
    picks: [
      `<section data-block="picks"><section data-block="pick" data-product-id="${one}"><h3>Best</h3><p>It stays.</p></section></section>`,
      'Best',
      'It stays.',
    ],
    pick: [
      `<section data-block="picks"><section data-block="pick" data-product-id="${two}"><h3>Light</h3><p>Heat.</p></section></section>`,
      'Fern gel',
      'Heat.',
    ],
    routine: [
      '<div data-block="routine" data-routine-id="1"></div>',
      'Five minutes',
      'Cleanser',
      `${TEST_ORIGIN}/routines/`,
    ],
    ingredient: ['<div data-block="ingredient" data-ingredient-id="1"></div>', 'Niacinamide', 'A vitamin.'],
    dos: ['<section data-block="dos"><h3>Do</h3><ul><li>Wait.</li></ul></section>', 'Wait.'],
    'patch-test': ['<section data-block="patch-test"><h3>Test</h3><ol><li>Ear.</li></ol></section>', 'Ear.'],
    doctor: ['<aside data-block="doctor"><p>If it stings.</p></aside>', 'If it stings.'],
    timeline: ['<ol data-block="timeline"><li><h3>Week 1</h3><p>Twice.</p></li></ol>', 'Week 1', 'Twice.'],
  }
}

export async function makeProducts({ db }: TestApp): Promise<[number, number]> {
  const facts = { rating: 4.5, verdict: 'Rich and calm.', pros: ['Stays'], forWhom: 'Dry skin' }
  const one = await makeProduct(db, { name: 'Oat cream', price_minor: 2400, facts: JSON.stringify(facts) })
  return [one, await makeProduct(db, { name: 'Fern gel' })]
}

/** A site, and a body with each block. */
export async function everyBlock(): Promise<{ app: TestApp; content: string }> {
  const app = await withPicture()
  const blocks = Object.values(samples(...(await makeProducts(app)))).map(([html]) => html)
  const more =
    '<h2>Title</h2><p><mark>x</mark> <code>y</code> <a href="/shop">z</a></p><pre>z</pre><hr><blockquote><p>q</p></blockquote>' +
    '<table><thead><tr><th>Step</th><th>When</th></tr></thead><tbody><tr><td>Wash</td><td>Evening</td></tr></tbody></table>'
  return { app, content: blocks.join('') + more }
}
