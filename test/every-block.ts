/** The rows that the blocks show and refer to. */
export type BlockReferences = {
  /** Four. */
  images: { url: string; altText: string }[]
  /** Three ids. */
  products: number[]
  routine: number
  ingredient: number
}

const words =
  '<p>Wash your face with lukewarm water, gently, and pat it dry with a clean towel. Then wait until the skin is dry, since water on it makes every acid stronger than it should be on a first evening.</p>'

/** The content of a post with every block. */
export function everyBlock({ images, products, routine, ingredient }: BlockReferences): string {
  const image = (at: number) => `<img src="${images[at]!.url}" alt="${images[at]!.altText}" />`
  const figure = (at: number, caption: string) => `<figure>${image(at)}<figcaption>${caption}</figcaption></figure>`
  return [
    words,
    `<figure data-block="picture" data-width="wide">${image(0)}<figcaption>A wide picture</figcaption></figure>${words}`,
    `<figure data-block="picture" data-align="left">${image(1)}</figure>${words}${words}`,
    `<figure data-block="picture" data-width="full">${image(2)}</figure>`,
    `<figure data-block="row">${figure(0, 'One')}${figure(1, 'Two')}<figcaption>Side by side</figcaption></figure>`,
    `<figure data-block="compare">${figure(0, 'Day 1')}${figure(1, 'Day 30')}</figure>`,
    `<figure data-block="gallery">${[0, 1, 2, 3].map((at) => figure(at, `Picture ${at}`)).join('')}</figure>`,
    `<figure data-block="gallery" data-layout="strip">${[0, 1, 2, 3].map((at) => figure(at, `Frame ${at}`)).join('')}<figcaption>A strip</figcaption></figure>`,
    '<aside data-block="callout" data-tone="tip"><p>Patch-test first.</p></aside>',
    '<aside data-block="callout" data-tone="warning"><p>Not with retinol.</p></aside>',
    '<h2>Questions</h2>',
    '<section data-block="faq"><details><summary>How much?</summary><p>Two fingers.</p></details><details><summary>How often?</summary><p>Every two hours &amp; after a swim.</p></details></section>',
    '<p data-block="button"><a href="/shop">To the shop</a></p><p data-block="button" data-tone="quiet" data-align="center"><a href="/about">About me</a></p>',
    `<figure data-block="video"><a href="https://youtu.be/aqz-KE-bpKQ">${image(3)}How I wash my face</a><figcaption>A minute</figcaption></figure>`,
    '<figure data-block="video"><a href="https://vimeo.com/76979871">How I dry it</a></figure>',
    `<figure data-block="video" data-shape="upright"><a href="https://www.tiktok.com/@a/video/6718335390845095173">${image(1)}My morning in a minute</a></figure>`,
    '<figure data-block="video" data-shape="upright"><a href="https://www.youtube.com/shorts/aqz-KE-bpKQ">My evening in a minute</a></figure>',
    `<figure data-block="video"><a href="https://www.instagram.com/p/CuZ-x_1AbCd/">${image(2)}My shelf in March</a></figure>`,
    `<div data-block="products" data-product-ids="${products}"></div>`,
    `<section data-block="review" data-product-id="${products[0]}"><p>Four weeks, each evening.</p></section>`,
    `${words}<aside data-block="note" data-product-id="${products[1]}"><p>Half a pump is enough.</p></aside>${words}`,
    `<div data-block="comparison" data-product-ids="${products}" data-rows="price,size,rating"></div>`,
    `<section data-block="picks"><section data-block="pick" data-product-id="${products[1]}"><h3>Best for dry skin</h3><p>Because it stays.</p></section><section data-block="pick" data-product-id="${products[2]}"><h3>Best in the heat</h3><p>Because it is light.</p></section></section>`,
    `<div data-block="routine" data-routine-id="${routine}"></div>`,
    `<div data-block="ingredient" data-ingredient-id="${ingredient}"></div>`,
    '<section data-block="dos"><h3>Do</h3><ul><li>Wait ten minutes.</li></ul><h3>Do not</h3><ul><li>Mix it with an acid.</li></ul></section>',
    '<section data-block="patch-test"><h3>Patch-test first</h3><ol><li>Behind the ear.</li><li>Wait a day.</li></ol></section>',
    '<aside data-block="doctor"><h3>Talk to a doctor</h3><p>If it still stings after a week.</p></aside>',
    '<ol data-block="timeline"><li><h3>Week 1</h3><p>Twice, in the evening.</p></li><li><h3>Week 4</h3><p>Every other day.</p></li></ol>',
    words,
  ].join('')
}
