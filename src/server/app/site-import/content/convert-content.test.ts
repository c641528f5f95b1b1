import { describe, expect, test } from 'vitest'
import { convertContent } from './convert-content.ts'
import type { ContentSources } from './inline-content.ts'

const sources: ContentSources = {
  findPicture: ({ id, url }) => {
    const known = { '7': 'jar', '8': 'tube' }[id ?? ''] ?? /uploads\/(\w+?)(?:-\d+x\d+)?\.jpg$/.exec(url ?? '')?.[1]
    return known ? { url: `/media/${known}.jpg`, alt: `A ${known}` } : undefined
  },
  findLink: ({ id, url }) => {
    if (id === '3' || url === 'https://old.example/go/serum/') return 'https://shop.example/serum'
    return url === 'https://old.example/2019/05/my-toner/' ? '/blog/my-toner' : undefined
  },
  findFragment: (id) =>
    id === 'table 3'
      ? '<table><tr><td>Serum</td></tr></table>'
      : id === '5'
        ? '<!-- wp:paragraph --><p>From a pattern.</p><!-- /wp:paragraph -->'
        : undefined,
}
const convert = (content: string) => convertContent(content, sources)
const img = (name: string, alt = `A ${name}`) => `<img alt="${alt}" loading="lazy" src="/media/${name}.jpg" />`
const figure = (name: string, caption = '') =>
  `<figure>${img(name)}${caption && `<figcaption>${caption}</figcaption>`}</figure>`
const old = (name: string, rest = '') => `<img src="https://old.example/wp-content/uploads/${name}.jpg" ${rest}>`

test.each<[name: string, content: string, html: string]>([
  [
    'paragraphs by blank lines',
    'One.\n\nTwo <em>and</em>\nthree.\n\n\n<h2>Four</h2>\nFive.',
    '<p>One.</p><p>Two <em>and</em><br />three.</p><h2>Four</h2><p>Five.</p>',
  ],
  [
    'blocks',
    '<!-- wp:paragraph -->\n<p>One</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:heading --><h1 id="two">Two</h1><!-- /wp:heading -->',
    '<p>One</p><h2 id="two">Two</h2>',
  ],
  [
    'a picture block',
    `<!-- wp:image {"id":7} --><figure class="wp-block-image alignleft">${old('jar-300x200', 'class="wp-image-7" alt="Mine"')}<figcaption>On the <b>shelf</b></figcaption></figure><!-- /wp:image -->`,
    `<figure data-block="picture" data-align="left">${img('jar', 'Mine')}<figcaption>On the <b>shelf</b></figcaption></figure>`,
  ],
  [
    'a linked picture within a paragraph',
    `<a href="https://old.example/jar.jpg">${old('jar')}</a> It is calm.`,
    `${figure('jar')}<p>It is calm.</p>`,
  ],
  [
    'a table of TablePress',
    'Mine:\n[table id=3 /] Then.',
    '<p>Mine:</p><table><tr><td>Serum</td></tr></table><p>Then.</p>',
  ],
  [
    'a picture whose caption has its link',
    `<figure><a href="https://old.example/go/serum/">${old('jar')}</a><figcaption>My <a href="https://shop.example/serum">serum</a></figcaption></figure>`,
    `<figure>${img('jar')}<figcaption>My <a href="https://shop.example/serum">serum</a></figcaption></figure>`,
  ],
  [
    'a caption of later versions',
    `[caption id="x" align="alignnone" width="300"]${old('jar')} On the shelf[/caption]`,
    figure('jar', 'On the shelf'),
  ],
  [
    'a caption of early versions',
    `[caption width="300" caption="It's mine"]${old('jar')}[/caption] Then.`,
    `${figure('jar', "It's mine")}<p>Then.</p>`,
  ],
  [
    'a gallery by numbers',
    'Look:\n[gallery ids="7,8" columns="2"]',
    `<p>Look:</p><figure data-block="gallery">${figure('jar')}${figure('tube')}</figure>`,
  ],
  [
    'a gallery block',
    `<!-- wp:gallery --><figure class="wp-block-gallery"><figure class="wp-block-image">${old('jar')}<figcaption>One</figcaption></figure><figure>${old('tube')}</figure><figcaption>All</figcaption></figure><!-- /wp:gallery -->`,
    `<figure data-block="gallery">${figure('jar', 'One')}${figure('tube')}<figcaption>All</figcaption></figure>`,
  ],
  [
    'a gallery of earlier blocks',
    `<ul class="wp-block-gallery"><li class="blocks-gallery-item"><figure>${old('jar')}</figure></li><li class="blocks-gallery-item"><figure>${old('tube')}</figure></li></ul>`,
    `<figure data-block="gallery">${figure('jar')}${figure('tube')}</figure>`,
  ],
  [
    'a video by its address',
    'https://youtu.be/aqz-KE-bpKQ\n\nThen.',
    '<figure data-block="video"><a href="https://www.youtube.com/watch?v=aqz-KE-bpKQ">https://www.youtube.com/watch?v=aqz-KE-bpKQ</a></figure><p>Then.</p>',
  ],
  [
    'a video block',
    '<!-- wp:embed {"url":"https://vimeo.com/76979871"} --><figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\nhttps://vimeo.com/76979871\n</div><figcaption>Drying</figcaption></figure><!-- /wp:embed -->',
    '<figure data-block="video"><a href="https://vimeo.com/76979871">Drying</a><figcaption>Drying</figcaption></figure>',
  ],
  [
    'a video in a frame',
    '<iframe src="https://www.youtube.com/embed/aqz-KE-bpKQ?feature=oembed"></iframe>',
    '<figure data-block="video"><a href="https://www.youtube.com/watch?v=aqz-KE-bpKQ">https://www.youtube.com/watch?v=aqz-KE-bpKQ</a></figure>',
  ],
  [
    'an embed shortcode',
    '[embed width="5"]https://vimeo.com/76979871[/embed]',
    '<figure data-block="video"><a href="https://vimeo.com/76979871">https://vimeo.com/76979871</a></figure>',
  ],
  [
    'a card of Instagram',
    '<blockquote class="instagram-media" data-instgrm-permalink="https://www.instagram.com/p/CuZ-x_1AbCd/?utm_source=ig"><p>x</p></blockquote><script async src="//www.instagram.com/embed.js"></script>',
    '<figure data-block="video"><a href="https://www.instagram.com/p/CuZ-x_1AbCd/">https://www.instagram.com/p/CuZ-x_1AbCd/</a></figure>',
  ],
  [
    'buttons',
    '<!-- wp:buttons --><div class="wp-block-buttons"><!-- wp:button --><div class="wp-block-button"><a class="wp-block-button__link" href="https://old.example/go/serum/">Get it</a></div><!-- /wp:button --></div><!-- /wp:buttons -->',
    '<p data-block="button"><a href="https://shop.example/serum">Get it</a></p>',
  ],
  [
    'a button shortcode',
    '[su_button url="https://shop.example/" target="blank"]Shop[/su_button]',
    '<p data-block="button"><a href="https://shop.example/">Shop</a></p>',
  ],
  [
    'questions of Yoast',
    '<!-- wp:yoast/faq-block {"questions":[]} --><div class="schema-faq wp-block-yoast-faq-block"><div class="schema-faq-section"><strong class="schema-faq-question">How?</strong> <p class="schema-faq-answer">So.</p></div></div><!-- /wp:yoast/faq-block -->',
    '<section data-block="faq"><details><summary>How?</summary><p>So.</p></details></section>',
  ],
  [
    'questions of Rank Math',
    '<div class="wp-block-rank-math-faq-block"><div class="rank-math-faq-item"><h3 class="rank-math-question">How?</h3><div class="rank-math-answer">So.</div></div></div>',
    '<section data-block="faq"><details><summary>How?</summary><p>So.</p></details></section>',
  ],
  [
    'details',
    '<details class="wp-block-details"><summary>A</summary><!-- wp:paragraph --><p>B</p><!-- /wp:paragraph --></details><details><summary>C</summary>D</details>',
    '<section data-block="faq"><details><summary>A</summary><p>B</p></details><details><summary>C</summary><p>D</p></details></section>',
  ],
  [
    'a table',
    '<!-- wp:table --><figure class="wp-block-table"><table><thead><tr><th>A</th></tr></thead><tbody><tr><td>B<br>C</td></tr></tbody></table><figcaption>Prices</figcaption></figure><!-- /wp:table -->',
    '<table><thead><tr><th>A</th></tr></thead><tbody><tr><td>B<br />C</td></tr></tbody></table><p>Prices</p>',
  ],
  [
    'nested lists',
    '<ul>\n<li>A\n<ul><li>B</li></ul></li>\n<li><p>C</p></li></ul>',
    '<ul><li>A\n<ul><li>B</li></ul></li><li><p>C</p></li></ul>',
  ],
  [
    'columns of a page builder',
    '[vc_row][vc_column width="1/2"]One.\n\nTwo.[/vc_column][vc_column][vc_column_text]Three.[/vc_column_text][/vc_column][/vc_row]',
    '<p>One.</p><p>Two.</p><p>Three.</p>',
  ],
  [
    'columns of blocks',
    '<!-- wp:columns --><div class="wp-block-columns"><div class="wp-block-column"><!-- wp:paragraph --><p>One</p><!-- /wp:paragraph --></div><div class="wp-block-column">Two</div></div><!-- /wp:columns -->',
    '<p>One</p><p>Two</p>',
  ],
  [
    'links to own texts and short links',
    '<a href="https://old.example/2019/05/my-toner/">mine</a> <a href="https://old.example/go/serum/" rel="nofollow">it</a> [thirstylink ids="3"]that[/thirstylink]',
    '<p><a href="/blog/my-toner">mine</a> <a href="https://shop.example/serum" rel="nofollow">it</a> <a href="https://shop.example/serum">that</a></p>',
  ],
  ['a synced pattern', '<!-- wp:block {"ref":5} /-->', '<p>From a pattern.</p>'],
  [
    'a shortcode that is shown as text',
    'Write [[gallery]] or [1] or [sic].',
    '<p>Write [gallery] or [1] or [sic].</p>',
  ],
  [
    'styles and data for search engines',
    '<style>p{}</style><script type="application/ld+json">{}</script><noscript><img src="x"></noscript><p onclick="x()">Calm</p>',
    '<p>Calm</p>',
  ],
  [
    'a lazily loaded picture',
    '<img data-src="https://old.example/wp-content/uploads/jar.jpg" src="data:image/gif;base64,R0">',
    figure('jar'),
  ],
  ['old elements', '<center><font color="red">A</font> <strike>b</strike></center>', '<p>A <s>b</s></p>'],
  ['preformatted text', '<pre class="wp-block-code"><code>a\n\n  b</code></pre>', '<pre><code>a\n\n  b</code></pre>'],
  ['nothing', ' \n<!-- wp:paragraph --><p></p><!-- /wp:paragraph --><p>&nbsp;</p>', ''],
])('%s', (_, content, html) => {
  const converted = convert(content)
  expect(converted.html.replace(/>\n+</g, '><')).toBe(html)
  expect(converted.problems).toEqual([])
  expect(converted.elsewhere).toEqual([])
})

describe('reports', () => {
  test.each<[content: string, html: string, problem: string]>([
    [
      '[contact-form-7 id="1" title="x"]',
      '<p>[contact-form-7 id="1" title="x"]</p>',
      'The shortcode [contact-form-7] stays as text',
    ],
    ['<!-- wp:latest-posts {"a":1} /--><p>A</p>', '<p>A</p>', 'The block “latest-posts” was left out'],
    ['<form><input></form>', '', 'A form was left out'],
    [
      '[amazon box="B00ABCDEFG"]',
      '<p><a href="https://www.amazon.com/dp/B00ABCDEFG" rel="sponsored">See it on Amazon</a></p>',
      'A product box became a link: “https://www.amazon.com/dp/B00ABCDEFG”',
    ],
    ['[amazon bestseller="toner" items="3"]', '', 'A product box of Amazon (toner) was left out'],
    ['[lasso ref="calm-toner" id="12"]', '', 'A product box of Lasso (calm-toner) was left out'],
    [
      '<iframe src="https://maps.example/x"></iframe>',
      '<p><a href="https://maps.example/x">https://maps.example/x</a></p>',
      'What was embedded from maps.example became a link',
    ],
    ['<p>Calm.</p><script>alert(1)</script>', '<p>Calm.</p>', 'A script was left out'],
    [
      '<p>Calm.</p><script src="https://ads.example/a.js"></script><script async src="https://www.instagram.com/embed.js"></script>',
      '<p>Calm.</p>',
      'A script of ads.example was left out',
    ],
    [
      `<a href="https://shop.example/serum">${old('jar')}</a> It is calm.`,
      `<figure>${img('jar')}<figcaption><a href="https://shop.example/serum">shop.example</a></figcaption></figure><p>It is calm.</p>`,
      'The link of a picture moved into its caption',
    ],
    [
      `<figure><a href="https://old.example/go/serum/">${old('jar')}</a><figcaption>My <b>serum</b></figcaption></figure>`,
      `<figure>${img('jar')}<figcaption><a href="https://shop.example/serum">My <b>serum</b></a></figcaption></figure>`,
      'The link of a picture moved into its caption',
    ],
    ['[gallery ids="99"]', '', 'A picture was left out: number 99 is not in the export'],
    [
      '[thirstylink ids="9"]that[/thirstylink]',
      '<p><a>that</a></p>',
      'The short link number 9 is not in the export: its words stay',
    ],
  ])('%s', (content, html, problem) => {
    expect(convert(content)).toMatchObject({ html, problems: [problem] })
  })

  test('pictures that stay on another site', () => {
    const { html, elsewhere, firstPicture } = convert('<img src="https://cdn.example/a.png" alt="a">')
    expect(html).toBe('<figure><img alt="a" loading="lazy" src="https://cdn.example/a.png" /></figure>')
    expect(elsewhere).toEqual(['https://cdn.example/a.png'])
    expect(firstPicture).toEqual({ url: 'https://cdn.example/a.png', alt: 'a' })
  })
})

describe('products', () => {
  const products = new Map([
    ['https://www.amazon.de/dp/B00ABCDEFG?tag=calm-21', 1],
    ['https://www.amazon.co.uk/dp/B00ABCDEFH?tag=mine-21', 2],
    ['https://old.example/go/serum/', 3],
    ['https://www.amazon.de/dp/B00ABCDEFI?tag=calm-21', 4],
  ])
  const withProducts: ContentSources = {
    ...sources,
    amazon: { host: 'www.amazon.de', tag: 'calm-21' },
    findFragment: (id) => (id === 'aawp 40' ? 'B00ABCDEFG,B00ABCDEFI' : undefined),
    findProduct: ({ url, isBox, rel }) => {
      const id = products.get(url)
      return id && (isBox || rel === 'sponsored')
        ? { id, name: `Product ${id}`, path: `/shop/product-${id}` }
        : undefined
    },
  }
  const note = (id: number, words = '') => `<aside data-block="note" data-product-id="${id}">${words}</aside>`

  test.each<[content: string, html: string]>([
    ['Calm.\n\n[amazon box="B00ABCDEFG" description="My choice"]', `<p>Calm.</p>${note(1, '<p>My choice</p>')}`],
    ['<p>[aawp box="B00ABCDEFG"]</p>', note(1)],
    ['[easyazon_infoblock identifier="B00ABCDEFH" locale="UK" tag="mine-21"]', note(2)],
    ['[amazon box="B00ABCDEFG,B00ABCDEFG" grid="3"]<p>Then</p>', `${note(1)}<p>Then</p>`],
    [
      '[amazon link="B00ABCDEFG" title="Toner"/]',
      '<p><a href="https://www.amazon.de/dp/B00ABCDEFG?tag=calm-21">Toner</a></p>',
    ],
    [
      '[easyazon_link identifier="B00ABCDEFG" locale="US"]Toner[/easyazon_link]',
      '<p><a href="https://www.amazon.com/dp/B00ABCDEFG">Toner</a></p>',
    ],
    [
      '<div class="lasso-container"><div class="lasso-display"><a class="lasso-title" href="https://old.example/go/serum/">Serum</a><div class="lasso-price">$5</div><div class="lasso-description"><p>Mine since May.</p></div><a href="https://old.example/go/serum/"><img src="https://m.media-amazon.com/x.jpg"></a><a class="lasso-button-1" href="https://old.example/go/serum/">Buy now</a></div></div>',
      note(3, '<p>Mine since May.</p>'),
    ],
    ['<a href="https://old.example/go/serum/" rel="sponsored">serum</a>', '<p><a href="/shop/product-3">serum</a></p>'],
  ])('%s', (content, html) => {
    const converted = convertContent(content, withProducts)
    expect(converted.html.replace(/>\n+</g, '><')).toBe(html)
    expect(converted.problems.filter((each) => !each.startsWith('A product box became a note on “Product '))).toEqual(
      [],
    )
  })

  const row = (block: string) => `<div data-block="${block}" data-product-ids="1,4"></div>`
  test.each<[name: string, content: string, html: string]>([
    [
      'a frame',
      '<p>Calm <iframe src="//ws-eu.amazon-adsystem.com/widgets/q?ServiceVersion=20070822&OneJS=1&marketplace=amazon&region=DE&asins=B00ABCDEFG&tracking_id=calm-21"></iframe></p>',
      `<p>Calm</p>${note(1)}`,
    ],
    [
      'an earlier frame',
      '<iframe src="https://rcm-eu.amazon-adsystem.com/e/cm?t=mine-21&o=2&p=8&l=as1&asins=B00ABCDEFH&f=ifr"></iframe>',
      note(2),
    ],
    [
      'a script',
      '<script>\namzn_assoc_tracking_id = "calm-21";\namzn_assoc_region = "DE";\namzn_assoc_asins = "B00ABCDEFG,B00ABCDEFI";\n</script>\n<script src="//z-na.amazon-adsystem.com/widgets/onejs?MarketPlace=DE"></script>',
      row('products'),
    ],
    [
      'a linked picture',
      '<p><a href="https://www.amazon.de/dp/B00ABCDEFG?tag=calm-21"><img src="//ws-eu.amazon-adsystem.com/widgets/q?ASIN=B00ABCDEFG" alt="Toner"></a><img src="//ir-de.amazon-adsystem.com/e/ir?t=calm-21" width="1" height="1"> Calm.</p>',
      `<p>Calm.</p>${note(1)}`,
    ],
    [
      'a linked picture with a caption',
      '[caption id="x" width="300"]<a href="https://old.example/go/serum/"><img src="https://m.media-amazon.com/images/I/x.jpg"></a> Mine[/caption]',
      `${note(3)}<p>Mine</p>`,
    ],
    [
      'the pixel of a link',
      '<a href="https://www.amazon.de/x">Toner</a><img src="//ir-de.amazon-adsystem.com/e/ir?t=calm-21">',
      '<p><a href="https://www.amazon.de/x">Toner</a></p>',
    ],
    [
      "a box of Amazon's plugin",
      "[amazon_link asins='B00ABCDEFG,B00ABCDEFI' template='ProductCarousel' store='calm-21' marketplace='DE']",
      row('products'),
    ],
    ['a block of AAWP', '<!-- wp:aawp/aawp-block {"look":"box","asin":"B00ABCDEFG"} /-->', note(1)],
    [
      'boxes of AAWP as a page shows them',
      `<div class="aawp">${['G', 'I'].map((end) => `<div class="aawp-product" data-aawp-product-asin="B00ABCDEF${end}"><a class="aawp-product__image-link" href="https://www.amazon.de/dp/B00ABCDEF${end}?tag=calm-21"><img src="https://m.media-amazon.com/x.jpg"></a><a class="aawp-product__title" href="https://www.amazon.de/dp/B00ABCDEF${end}?tag=calm-21">Toner</a><div class="aawp-product__description"><ul><li>Of Amazon</li></ul></div></div>`).join('')}</div>`,
      note(1) + note(4),
    ],
    [
      'a list of Lasso as a page shows it',
      `<div class="lasso-container lasso-list">${['', '#more'].map(() => '<div class="lasso-display"><a class="lasso-title" href="https://old.example/go/serum/">Serum</a></div>').join('')}</div>`,
      note(3) + note(3),
    ],
    ['a table of AAWP', '[amazon table="40"]', row('comparison')],
  ])('%s', (_, content, html) => {
    const converted = convertContent(content, withProducts)
    expect(converted.html.replace(/>\n+</g, '><')).toBe(html)
    expect(converted.problems.filter((each) => !/^A (?:product )?box .*became a /.test(each))).toEqual([])
    expect(converted.elsewhere).toEqual([])
  })

  test.each([
    [
      '<img src="https://m.media-amazon.com/images/I/x.jpg">',
      'A picture of Amazon was left out, which Amazon allows on no other site',
    ],
    [
      '<iframe src="//rcm-na.amazon-adsystem.com/e/cm?o=1&p=48&l=ez&t=x-20"></iframe>',
      'An advertisement of Amazon was left out',
    ],
    ['[amazon table="41"]', 'A product box of Amazon (table 41) was left out'],
  ])('%s is left out', (content, problem) => {
    expect(convertContent(content, withProducts)).toMatchObject({ html: '', problems: [problem], elsewhere: [] })
  })

  test('a card becomes a note, or its parts', () => {
    const card = `<div data-import="product-card"><h3>Serum</h3><figure>${old('jar')}</figure><div><p>Calm.</p></div><p data-block="button"><a href="https://old.example/go/serum/">Get it</a></p></div>`
    expect(convertContent(card, withProducts, 'html').html).toBe(note(3, '<p>Calm.</p>'))
    expect(convertContent(card, sources, 'html').html.replace(/>\n+</g, '><')).toBe(
      `<h3>Serum</h3>${figure('jar')}<p>Calm.</p><p data-block="button"><a href="https://shop.example/serum">Get it</a></p>`,
    )
  })

  test('more products than a row holds stand in several', () => {
    const numbers = Array.from({ length: 13 }, (_, at) => `B00000000${String.fromCharCode(65 + at)}`)
    const findProduct: ContentSources['findProduct'] = ({ url }) => {
      const id = numbers.findIndex((number) => url.includes(number)) + 1
      return { id, name: `Product ${id}`, path: `/shop/product-${id}` }
    }
    const { html } = convertContent(`[amazon box="${numbers.join()}"]`, { ...withProducts, findProduct })
    expect(html.replace(/>\n+</g, '><')).toBe(
      '<div data-block="products" data-product-ids="1,2,3,4,5,6,7,8,9,10,11,12"></div><div data-block="products" data-product-ids="13"></div>',
    )
  })

  test('a box without a name has the heading before it', () => {
    const headings: (string | undefined)[] = []
    const findProduct: ContentSources['findProduct'] = ({ heading }) => void headings.push(heading)
    convertContent(
      '<h3>1. Toner</h3>[amazon box="B00ABCDEFG"][amazon box="B00ABCDEFH"]<h3>Cream</h3>[amazon box="B00ABCDEFI" title="Mine"]',
      { ...withProducts, findProduct: (reference) => (reference.isBox ? findProduct(reference) : undefined) },
    )
    expect(headings).toEqual(['1. Toner', undefined, undefined])
  })

  test('boxes follow each other', () => {
    const { html } = convertContent(
      '[amazon box="B00ABCDEFG" ]\n[lasso link="https://old.example/go/serum/"]',
      withProducts,
    )
    expect(html.replace(/>\n+</g, '><')).toBe(note(1) + note(3))
  })
})

test.each([
  ['elements that are nested deeply', `${'<div>'.repeat(20_000)}Calm`],
  ['quotations that are nested deeply', `${'<blockquote>'.repeat(5000)}Calm`],
  ['shortcodes that are nested deeply', `${'[su_box]'.repeat(3000)}Calm${'[/su_box]'.repeat(3000)}`],
  ['brackets without an end', `Calm${'[a '.repeat(20_000)}`],
  ['a pattern that shows itself', 'Calm<!-- wp:block {"ref":6} /-->'],
])('reads %s', (_, content) => {
  const itself: ContentSources = { ...sources, findFragment: () => content }
  expect(convertContent(content, itself).html).toContain('Calm')
})

test('the part of a picture that the old site showed is known', () => {
  const positions: unknown[] = []
  const findPicture: ContentSources['findPicture'] = ({ position }) => {
    positions.push(position)
    return undefined
  }
  const cover = `<div class="wp-block-cover">${old('jar', 'style="object-position:20% 80%;width:9px" data-object-position="20% 80%"')}</div>`
  convertContent(cover + old('tube', 'style="object-position: 10% 0%"'), { ...sources, findPicture })
  expect(positions).toEqual(['20% 80%', ' 10% 0%'])
})
