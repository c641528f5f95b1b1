import { describe, expect, test } from 'vitest'
import type { SourceRecord } from '../source-records.ts'
import { readWxr } from './wxr.ts'

const head = (version = '1.2') => `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/${version}/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/${version}/">
<channel><title>Dew &amp; Light</title><link>https://old.example</link><wp:wxr_version>${version}</wp:wxr_version>
<wp:base_site_url>https://old.example</wp:base_site_url><wp:base_blog_url>https://old.example</wp:base_blog_url>`
const foot = '</channel></rss>'

async function read(xml: string, chunk = 7): Promise<SourceRecord[]> {
  const bytes = Buffer.from(xml)
  const chunks = (async function* () {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk)
  })()
  return Array.fromAsync(readWxr(chunks, 'export.xml'))
}

const item = (inner: string) => `<item>${inner}</item>`
const post = (inner = '') =>
  item(`<title>My toner</title><link>https://old.example/2019/05/my-toner/</link><wp:post_id>12</wp:post_id>
  <wp:post_name>my-toner</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>${inner}`)
const texts = (records: SourceRecord[]) => records.filter((record) => record.type === 'text')
const problems = (records: SourceRecord[]) => records.filter((record) => record.type === 'problem')

describe('an export of WordPress', () => {
  test.each(['1.0', '1.1', '1.2'])(
    'of version %s has its site, categories, texts, pictures and links',
    async (version) => {
      const records = await read(
        head(version) +
          `<wp:author><wp:author_login>ada</wp:author_login><wp:author_display_name><![CDATA[Ada &amp; Co]]></wp:author_display_name></wp:author>
         <wp:category><wp:term_id>3</wp:term_id><wp:category_nicename>skin</wp:category_nicename><wp:category_parent></wp:category_parent>
         <wp:cat_name><![CDATA[Skin &amp; care]]></wp:cat_name></wp:category>` +
          post(`<content:encoded><![CDATA[<p>It's calm.</p>]]></content:encoded><excerpt:encoded><![CDATA[Calm <b>toner</b>]]></excerpt:encoded>
         <wp:post_date_gmt>2019-05-03 08:00:00</wp:post_date_gmt><wp:is_sticky>1</wp:is_sticky><dc:creator>ada</dc:creator>
         <category domain="category" nicename="skin"><![CDATA[Skin &amp; care]]></category>
         <category domain="post_tag" nicename="toner"><![CDATA[Toner]]></category>
         <wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value><![CDATA[13]]></wp:meta_value></wp:postmeta>
         <wp:postmeta><wp:meta_key>_wp_old_slug</wp:meta_key><wp:meta_value>toner-2018</wp:meta_value></wp:postmeta>
         <wp:postmeta><wp:meta_key>_yoast_wpseo_title</wp:meta_key><wp:meta_value>%%title%% %%sep%%</wp:meta_value></wp:postmeta>
         <wp:postmeta><wp:meta_key>_yoast_wpseo_metadesc</wp:meta_key><wp:meta_value>A calm toner.</wp:meta_value></wp:postmeta>
         <wp:comment><wp:comment_id>5</wp:comment_id><wp:comment_author>Ada &amp; Bo</wp:comment_author><wp:comment_author_email>ada@reader.example</wp:comment_author_email>
         <wp:comment_author_IP>203.0.113.7</wp:comment_author_IP><wp:comment_date_gmt>2019-06-01 10:00:00</wp:comment_date_gmt><wp:comment_approved>1</wp:comment_approved>
         <wp:comment_content><![CDATA[So <em>calm</em>.]]></wp:comment_content></wp:comment>
         <wp:comment><wp:comment_id>6</wp:comment_id><wp:comment_author>bo@reader.example</wp:comment_author><wp:comment_approved>0</wp:comment_approved><wp:comment_parent>5</wp:comment_parent></wp:comment>
         <wp:comment><wp:comment_id>7</wp:comment_id><wp:comment_approved>spam</wp:comment_approved></wp:comment>
         <wp:comment><wp:comment_id>8</wp:comment_id><wp:comment_approved>1</wp:comment_approved><wp:comment_type>pingback</wp:comment_type></wp:comment>`) +
          item(`<title>jar</title><link>https://old.example/jar/</link><wp:post_id>13</wp:post_id><wp:post_type>attachment</wp:post_type>
         <wp:status>inherit</wp:status><wp:attachment_url>https://old.example/wp-content/uploads/jar.jpg</wp:attachment_url>
         <wp:postmeta><wp:meta_key>_wp_attachment_image_alt</wp:meta_key><wp:meta_value>A jar</wp:meta_value></wp:postmeta>`) +
          item(`<title>Serum</title><link>https://old.example/go/serum/</link><wp:post_id>14</wp:post_id><wp:post_type>thirstylink</wp:post_type>
         <wp:postmeta><wp:meta_key>_ta_destination_url</wp:meta_key><wp:meta_value>https://shop.example/s</wp:meta_value></wp:postmeta>`) +
          foot,
      )
      expect(records).toEqual([
        { type: 'site', name: 'Dew & Light', url: 'https://old.example' },
        {
          type: 'category',
          slug: 'skin',
          name: 'Skin & care',
          description: '',
          addresses: ['/category/skin/', '/?cat=3'],
        },
        expect.objectContaining({
          type: 'text',
          kind: 'post',
          id: '12',
          title: 'My toner',
          content: "<p>It's calm.</p>",
          excerpt: 'Calm toner',
          status: 'published',
          publishedAt: '2019-05-03T08:00:00.000Z',
          categories: [{ slug: 'skin', name: 'Skin & care' }],
          tags: [{ slug: 'toner', name: 'Toner' }],
          cover: '13',
          metaTitle: '',
          metaDescription: 'A calm toner.',
          isFeatured: true,
          authors: ['Ada & Co'],
          addresses: ['/2019/05/my-toner/', '/2019/05/toner-2018/', '/?p=12'],
        }),
        {
          ...{
            type: 'comment',
            id: '5',
            textId: '12',
            parentId: null,
            author: 'Ada & Bo',
            content: 'So <em>calm</em>.',
          },
          ...{ writtenAt: '2019-06-01T10:00:00.000Z', isApproved: true },
        },
        {
          ...{ type: 'comment', id: '6', textId: '12', parentId: '5', author: '', content: '' },
          ...{ writtenAt: null, isApproved: false },
        },
        { type: 'comment', id: '7', leftOut: 'It is spam.' },
        { type: 'comment', id: '8', leftOut: 'It is a link from another site, not a comment of a reader.' },
        {
          type: 'picture',
          id: '13',
          url: 'https://old.example/wp-content/uploads/jar.jpg',
          alt: 'A jar',
          addresses: ['/jar/', '/?attachment_id=13'],
        },
        { type: 'link', id: '14', name: 'Serum', url: 'https://shop.example/s', addresses: ['/go/serum/'] },
      ])
    },
  )

  test.each([
    ['Best toner %%page%% %%sep%% %%sitename%%', 'Best toner – Dew & Light'],
    ['%title% for winter', 'My toner for winter'],
    ['%%title%% %%page%% %%sep%% %%sitename%%', ''],
    ['Best of %%currentyear%%', ''],
    ['100% calm &amp; mild', '100% calm & mild'],
  ])('has the title for search engines “%s” as “%s”', async (pattern, metaTitle) => {
    const meta = `<wp:postmeta><wp:meta_key>_yoast_wpseo_title</wp:meta_key><wp:meta_value><![CDATA[${pattern}]]></wp:meta_value></wp:postmeta>`
    expect(texts(await read(head() + post(meta) + foot))).toMatchObject([{ metaTitle }])
  })

  test.each([
    [
      'another prefix for the namespace',
      (xml: string) => xml.replaceAll('wp:', 'w:').replace('xmlns:w:', 'xmlns:w').replace('xmlns:wp=', 'xmlns:w='),
    ],
    ['no namespaces at all', (xml: string) => xml.replaceAll(/xmlns:\w+="[^"]*"/g, '')],
    ['padded values', (xml: string) => xml.replaceAll('>12<', '> \n 12 <').replace('>publish<', '>\n publish\n<')],
    ['blank lines before the declaration', (xml: string) => `\n\n${xml}`],
    ['a byte order mark', (xml: string) => `\uFEFF${xml}`],
    ['an unknown entity', (xml: string) => xml.replace('<title>My toner', '<title>My toner&nope;')],
  ])('with %s is read', async (_, change) => {
    const records = await read(
      change(head() + post('<content:encoded><![CDATA[<p>Calm</p>]]></content:encoded>') + foot),
    )
    expect(texts(records)).toMatchObject([
      { id: '12', title: expect.stringMatching(/^My toner/), status: 'published', content: '<p>Calm</p>' },
    ])
  })

  test('has split and broken CDATA, control characters and markup that is not escaped', async () => {
    const records = await read(
      head() +
        post('<content:encoded><![CDATA[a]]]]><![CDATA[>b\u0001c]]></content:encoded>') +
        post('<content:encoded><p class="x">It is <br> calm</p> & more</content:encoded>').replace('>12<', '>15<') +
        post('<content:encoded><![CDATA[one]]>two]]></content:encoded>').replace('>12<', '>16<') +
        foot,
    )
    expect(texts(records).map(({ id, content }) => [id, content])).toEqual([
      ['12', 'a]]>bc'],
      ['15', expect.stringContaining('<p class="x">It is <br> calm')],
      ['16', expect.stringMatching(/^onetwo/)],
    ])
    expect(problems(records)[0]).toMatchObject({ kind: 'repaired', item: 'export.xml' })
  })

  test.each([
    ['jar.jpg', 1],
    ['photo-1601276861758?w=300&h=200', 1],
    ['leaflet.pdf', 0],
  ])('has the file %s as a picture %i times, and one fault for each line', async (name, count) => {
    const url = `<wp:attachment_url>https://old.example/${name}</wp:attachment_url>`
    const records = await read(
      head() + item(`<wp:post_id>1</wp:post_id><wp:post_type>attachment</wp:post_type>${url}`) + foot,
    )
    expect(records.filter(({ type }) => type === 'picture')).toHaveLength(count)
    expect(problems(records)).toHaveLength(name === 'jar.jpg' ? 0 : 1)
  })

  test('that ends in the middle yields what came before, and says so', async () => {
    const records = await read(`${head() + post()}<item><title>Half`)
    expect(texts(records)).toHaveLength(1)
    expect(problems(records)).toContainEqual(
      expect.objectContaining({ kind: 'unreadable', text: 'The file ends in the middle: what came after is missing.' }),
    )
  })

  test.each([
    ['private', '<wp:status>private</wp:status>', 'private'],
    ['future', '<wp:status>future</wp:status>', 'scheduled'],
    ['pending', '<wp:status>pending</wp:status>', 'draft'],
    ['publish', '<wp:post_password>x</wp:post_password>', 'protected'],
  ])('has a text of the status %s', async (_, inner, status) => {
    const xml = post(inner)
    const records = await read(
      head() + (inner.includes('status') ? xml.replace('<wp:status>publish</wp:status>', '') : xml) + foot,
    )
    expect(texts(records)).toMatchObject([{ status }])
  })

  test('has the tables of TablePress by their numbers', async () => {
    const table = (cells: string) =>
      item(`<title>Serums</title><wp:post_id>7</wp:post_id><wp:post_type>tablepress_table</wp:post_type><content:encoded><![CDATA[${cells}]]></content:encoded>
      <wp:postmeta><wp:meta_key>_tablepress_export_table_id</wp:meta_key><wp:meta_value>3,4</wp:meta_value></wp:postmeta>`)
    const content = '<table><tr><th>Serum</th></tr><tr><td><a href="/go/a">A</a></td></tr></table>'
    const records = await read(head() + table('[["Serum"],["<a href=\\"/go/a\\">A</a>"]]') + table('broken') + foot)
    expect(records.slice(1)).toEqual([
      { type: 'fragment', id: 'table 3', content },
      { type: 'fragment', id: 'table 4', content },
      { type: 'problem', kind: 'left-out', item: 'Serums', text: 'A table that cannot be read.' },
    ])
  })

  test('names each item that it leaves out', async () => {
    const other = (type: string, status = 'publish') =>
      item(
        `<title>Thing</title><wp:post_id>1</wp:post_id><wp:post_type>${type}</wp:post_type><wp:status>${status}</wp:status>`,
      )
    const records = await read(
      head() + other('nav_menu_item') + other('recipe') + other('post', 'trash') + item('') + foot,
    )
    expect(problems(records).map(({ item: label, text }) => `${label}: ${text}`)).toEqual([
      'Thing: Entries of menus are not imported.',
      'Thing: Items of the type “recipe” are not imported.',
      'Thing: It was in the trash.',
      'item : An item without an id, a title and an address.',
    ])
  })

  test.each([
    '<html><body>Hi</body></html>',
    '<rss><channel><title>x</title><item><title>y</title></item></channel></rss>',
    '',
    '{"db":[]}',
    'PK\u0003\u0004',
  ])('is not %s', async (text) => {
    await expect(read(text)).rejects.toThrow('is not an export of WordPress')
  })
})
