import fc from 'fast-check'
import { blockAttributeNames, blockNames } from '../src/contract/content/blocks.ts'
import { xssVectors } from './xss-vectors.ts'

const names =
  `p b a img div span table tr td th tbody caption ul li ol h1 h2 blockquote pre code figure figcaption br hr
  script style svg math mtext mglyph mi foreignObject annotation-xml template noscript textarea title xmp noembed noframes
  iframe object embed select option form input button details summary aside section video audio source picture plaintext listing body html head
  meta link base frameset custom-x`.split(/\s+/)

const attributeNames =
  `href src srcset title alt class id style name data-product-id data-product-box data-affiliate rel
  target width height onclick onerror onload onfocus ontoggle autofocus tabindex srcdoc action formaction xlink:href
  is slot contenteditable loading colspan http-equiv content open role data-embed`
    .split(/\s+/)
    .concat(blockAttributeNames, blockAttributeNames)

const values = [
  ...['x', '1', '12', '#', '/blog/a', 'https://shop.example/a', 'https://elsewhere.example/?a=1&b=2', 'sponsored', ''],
  ...[...blockNames, 'wide', 'left', 'strip', '1,2', 'https://youtu.be/aqz-KE-bpKQ'],
  ...[
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    '&#106;avascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
  ],
  ...['alert(1)', '"><img src=x onerror=alert(1)>', "' onclick='alert(1)", '</style><script>alert(1)</script>', '-->'],
  ...[
    '/media/jar/640.jpg',
    '//evil.example/x.js',
    '`',
    '&quot; onload=&quot;alert(1)',
    '&lt;script&gt;',
    '\0',
    '\u2028',
  ],
]

const texts = [
  ...[
    'Wash gently.',
    ' ',
    '\n',
    '&',
    '&amp;',
    '&lt;',
    '&#60;',
    '&#x3c;script&#x3e;',
    '&notanentity;',
    '<',
    '>',
    '"',
    "'",
  ],
  ...['<!--', '-->', '--!>', '<![CDATA[', ']]>', '<!DOCTYPE html>', '<?xml ?>', '</', '<>', '</>', '\0', '皮膚', '🧴'],
  ...[
    '</script>',
    '</style>',
    '</textarea>',
    '</title>',
    '</noscript>',
    '</template>',
    '</svg>',
    '</math>',
    '</p></div>',
  ],
]

const space = fc.constantFrom(' ', ' ', ' ', '\n', '\t', '/', '\u000c', '')
const quoted = fc
  .tuple(fc.oneof(fc.constantFrom(...values), fc.string({ maxLength: 8 })), fc.constantFrom('"', '"', "'", '', '`'))
  .map(([value, quote]) => quote + value + quote)
const attribute = fc
  .tuple(space, fc.constantFrom(...attributeNames), fc.constantFrom('=', '=', '=', ' = ', ''), quoted)
  .map((parts) => parts.join(''))
const cased = fc
  .tuple(fc.constantFrom(...names), fc.boolean())
  .map(([name, isUpper]) => (isUpper ? name.toUpperCase() : name))
const startTag = fc
  .tuple(cased, fc.array(attribute, { maxLength: 4 }), fc.constantFrom('>', '>', '>', '/>', ' >', '', '<'))
  .map(([name, attributes, end]) => `<${name}${attributes.join('')}${end}`)
const endTag = cased.map((name) => `</${name}>`)

/** A known vector with a part removed or inserted. */
const mutant = fc
  .tuple(
    fc.constantFrom(...xssVectors),
    fc.nat(200),
    fc.nat(6),
    fc.constantFrom('', '', '<', '>', '"', '\0', '&', '<!--', '</p>'),
  )
  .map(([vector, at, length, inserted]) => vector.slice(0, at) + inserted + vector.slice(at + length))

const piece = fc.oneof(
  { arbitrary: startTag, weight: 5 },
  { arbitrary: endTag, weight: 3 },
  { arbitrary: fc.constantFrom(...texts), weight: 3 },
  { arbitrary: mutant, weight: 2 },
  { arbitrary: fc.string({ maxLength: 12 }), weight: 1 },
)

/** Random HTML of nested and broken tags, unusual attributes, entities and parts of known vectors. Seeded. */
export function maliciousHtml(count: number): string[] {
  const soup = fc.array(piece, { minLength: 1, maxLength: 14 }).map((pieces) => pieces.join(''))
  return fc.sample(soup, { numRuns: count, seed: 20_260_310 })
}
