import type { Attrs, Mark, MarkType, Node, NodeType, Schema } from '@tiptap/pm/model'
import fc from 'fast-check'
import { JSDOM } from 'jsdom'
import { beforeAll, expect, test, vi } from 'vitest'
import { bodyMarkup } from './contract/content/body-markup.ts'
import { cleanHtml } from './server/content/rich-text/clean-html.ts'

type Editor = typeof import('./web/admin/editor/rich/serialize-html.ts') & { schema: Schema }

let editor: Editor

beforeAll(async () => {
  const { window } = new JSDOM('')
  for (const name of ['window', 'document', 'DOMParser', 'Node', 'HTMLElement'] as const)
    vi.stubGlobal(name, name === 'window' ? window : window[name])
  const serialize = await import('./web/admin/editor/rich/serialize-html.ts')
  editor = { ...serialize, schema: serialize.parseContent('').type.schema }
})

/** Values of attributes: those that are stored, those that are not, and those that are stored in another form. */
const values: Record<string, readonly unknown[]> = {
  href: ['https://a.example/b?c=1&d=2', '//amzn.to/abc', '/blog/a', '#how-to', 'sms:+15550100', 'mailto:a@b.example'],
  src: ['/media/a/640.jpg', 'https://a.example/b.jpg', '//a.example/b.jpg', 'http://a.example/b.jpg'],
  dir: ['ltr', 'rtl', 'auto'],
  type: ['a', 'I'],
  id: ['how-to', 'on-皮膚'],
  start: [1, 3],
  level: [1, 2, 3, 4, 5, 6],
  colspan: [1, 2],
  rowspan: [1, 2],
  title: ['', 'A "title" & <more>'],
  alt: ['', 'A jar'],
  rel: ['nofollow', 'sponsored nofollow noopener'],
  target: ['_blank'],
  language: ['css'],
  productId: [7],
  'data-product-id': ['7'],
  'data-product-ids': ['1,2'],
  'data-routine-id': ['3'],
  'data-ingredient-id': ['4'],
  poster: ['', '/media/a/640.jpg'],
  caption: ['', 'How to'],
}

const isRequired = (name: string) => /^(?:href|src|data-.*-ids?)$/.test(name)

/** A document of the editor's schema, with any nodes and marks at the places that allow them. */
function documentOf(schema: Schema, draw: <T>(from: readonly T[]) => T): Node {
  const attributesOf = (type: NodeType | MarkType): Attrs =>
    Object.fromEntries(
      Object.entries(type.spec.attrs ?? {}).flatMap(([name, { default: absent }]) =>
        values[name] && (absent === undefined || isRequired(name) || draw([true, false]))
          ? [[name, draw(values[name])]]
          : [],
      ),
    )
  const marksOf = (parent: NodeType): Mark[] => {
    const allowed = Object.values(schema.marks).filter((type) => parent.allowsMarkType(type))
    const type = draw([undefined, ...allowed])
    return type ? [type.create(attributesOf(type))] : []
  }
  const nodeOf = (type: NodeType, depth: number): Node => {
    const children: Node[] = []
    let match = type.contentMatch
    for (let count = draw([1, 2, 3]); match.edgeCount > 0 && (count > 0 || !match.validEnd); count--) {
      const next = Array.from({ length: match.edgeCount }, (_, at) => match.edge(at))
      const simple = next.filter(({ type: { isTextblock, isText, isAtom } }) => isTextblock || isText || isAtom)
      const { type: chosen, next: after } = draw(depth > 2 && simple.length > 0 ? simple : next)
      children.push(
        chosen.isText
          ? schema.text(draw(['Two fingers', ' & more', '日本']), marksOf(type))
          : nodeOf(chosen, depth + 1),
      )
      match = after
    }
    return type.create(attributesOf(type), children)
  }
  return nodeOf(schema.topNodeType, 0)
}

/** Draws from lists by pseudo-random numbers, which cost less than those of fast-check. */
function drawer(seed: number) {
  let state = seed
  return <T>(from: readonly T[]): T => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return from[(state >>> 8) % from.length]!
  }
}

/** HTML without the order of attributes, and without what the server adds to every picture and to links in new tabs. */
function comparable(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const image of body.querySelectorAll('img')) {
    image.setAttribute('loading', 'lazy')
    image.setAttribute('alt', image.alt)
  }
  for (const link of body.querySelectorAll('a[target]'))
    link.setAttribute(
      'rel',
      [...new Set([...(link.getAttribute('rel') ?? '').split(' ').filter(Boolean), 'noopener'])].join(' '),
    )
  for (const element of body.querySelectorAll('*')) {
    if (element.getAttribute('title') === '') element.removeAttribute('title')
    const sorted = [...element.attributes].sort((a, b) => (a.name < b.name ? -1 : 1))
    for (const { name } of sorted) element.removeAttribute(name)
    for (const { name, value } of sorted) element.setAttribute(name, value)
  }
  return body.innerHTML
}

test('what the visual editor serialises is stored unchanged, and opens in it again', async () => {
  const { unsupportedMarkup } = await import('./web/admin/editor/rich/unsupported-markup.ts')
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const draw = drawer(seed)
      const html = editor.roundTrip(editor.serializeHtml(documentOf(editor.schema, draw)))
      const stored = cleanHtml(html)
      expect(comparable(stored)).toBe(comparable(html))
      expect(unsupportedMarkup(stored)).toEqual([])
    }),
    // Two abbreviations, of which one has an empty title.
    { numRuns: 60, examples: [[818316092]] },
  )
})

test.each([
  ['<p>a</p><h2 dir="rtl">b</h2>', []],
  ['<video src="/a.mp4"></video>', ['<video>']],
  ['<p style="color:red" class="x" onclick="a()">a</p>', ['<p style>', '<p class>', '<p onclick>']],
  ['<a href="ftp://a.example/b">a</a><a href="//a.example">b</a>', ['<a href>']],
  ['<img src="data:image/png;base64,AA==" alt="" />', ['<img src>']],
  ['<aside data-block="carousel"><p>a</p></aside>', ['carousel block']],
])('the HTML view names what a save removes of %s', async (html, removed) => {
  const { removedMarkup } = await import('./web/admin/editor/rich/unsupported-markup.ts')
  expect(removedMarkup(html)).toEqual(removed)
})

test('every element and attribute that the visual editor knows is in the table of what is stored', () => {
  const unknown = new Set<string>()
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const draw = drawer(seed)
      const html = editor.serializeHtml(documentOf(editor.schema, draw))
      const { body } = new DOMParser().parseFromString(html, 'text/html')
      for (const element of body.querySelectorAll('*'))
        for (const name of ['', ...element.getAttributeNames()])
          if (name ? !bodyMarkup.get(element.localName)?.includes(name) : !bodyMarkup.has(element.localName))
            unknown.add(`${element.localName} ${name}`)
    }),
    { numRuns: 100 },
  )
  expect([...unknown]).toEqual([])
})
