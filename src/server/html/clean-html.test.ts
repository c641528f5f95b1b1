import { expect, test } from 'vitest'
import { cleanHtml, textOf, withAbsoluteAddresses } from './clean-html.ts'

/** Ways in which markup has been made to run: the classic lists (OWASP, PortSwigger, mutation XSS), one of each kind. */
const attacks = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=https://evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<script/src=data:,alert(1)>',
  '<script\n>alert(1)</script\n>',
  '<img src=x onerror=alert(1)>',
  '<IMG SRC=x OnErRoR="alert(1)">',
  '<img/src=x/onerror=alert(1)>',
  '<img src="x`onerror=alert(1)">',
  '<img """><script>alert(1)</script>">',
  '<img src=javascript:alert(1)>',
  '<img src="data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+">',
  '<img srcset="x 1x, javascript:alert(1) 2x">',
  '<img src=x style="background:url(javascript:alert(1))">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="java&#x09;script:alert(1)">x</a>',
  '<a href="&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)">x</a>',
  '<a href="&#x6A;avascript&colon;alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="javascript\0:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="feed:javascript:alert(1)">x</a>',
  '<a href="blob:https://evil.example/1">x</a>',
  '<a href="file:///etc/passwd">x</a>',
  '<a href="//evil.example/">x</a>',
  '<a href="https://example.com" onclick="alert(1)">x</a>',
  '<a href="https://example.com" ping="https://evil.example">x</a>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:alert(1)"><text y=20>x</text></a></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x onload=alert(1)>#x">',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<math href="javascript:alert(1)">x</math>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  '<applet code="x"></applet>',
  '<form action="javascript:alert(1)"><button>x</button></form>',
  '<button formaction="javascript:alert(1)">x</button>',
  '<input autofocus onfocus=alert(1)>',
  '<select autofocus onfocus=alert(1)>',
  '<textarea autofocus onfocus=alert(1)></textarea>',
  '<details open ontoggle=alert(1)>',
  '<body onload=alert(1)>',
  '<video><source onerror=alert(1)></video>',
  '<audio src=x onerror=alert(1)>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<style>@import "javascript:alert(1)"</style>',
  '<style>p{background:url("javascript:alert(1)")}</style>',
  '<link rel=stylesheet href="javascript:alert(1)">',
  '<link rel=import href="https://evil.example">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<base href="javascript:alert(1)//">',
  '<p style="position:fixed;inset:0">over everything</p>',
  '<p class="x" id="y" data-z="1" onmouseover="alert(1)">x</p>',
  '<p id="getElementById" name="cookie">clobbered</p>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<template><script>alert(1)</script></template>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<title><img src=x onerror=alert(1)></title>',
  '<textarea></textarea><img src=x onerror=alert(1)>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!--[if gte IE 4]><script>alert(1)</script><![endif]-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml-stylesheet href="javascript:alert(1)"?>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<custom-element onclick=alert(1)>x</custom-element>',
  '<p/onclick=alert(1)>x',
  '<p <script>alert(1)</script>',
  '<<script>alert(1)//<</script>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<abbr title="&quot;><img src=x onerror=alert(1)>">x</abbr>',
  '<img alt="><script>alert(1)</script>" src="/x.jpg">',
]

const tags = new Set(
  `p br hr h1 h2 h3 h4 h5 h6 blockquote cite pre code ul ol li dl dt dd strong b em i u s sub sup mark small abbr
   a img figure figcaption table caption thead tbody tfoot tr th td div`.split(/\s+/),
)
const attributes = new Set(
  'href title target rel src alt width height loading scope colspan rowspan start reversed data-product-id'.split(' '),
)

/**
 * What in cleaned markup could run. It must be of so plain a form (text without `<`, tags with quoted attributes) that
 * every parser reads it in the same way; only then are its tags, attributes and addresses looked at.
 */
function whatRuns(html: string): string[] {
  const found: string[] = []
  const rest = html.replace(
    /<\/?([a-z][a-z0-9]*)((?:\s+[a-z-]+(?:="[^"<>]*")?)*)\s*\/?>/g,
    (_, tag: string, list: string) => {
      if (!tags.has(tag)) found.push(`<${tag}>`)
      for (const [, name, value = ''] of list.matchAll(/([a-z-]+)(?:="([^"]*)")?/g)) {
        if (!attributes.has(name!)) found.push(name!)
        if (['href', 'src'].includes(name!) && !isHarmless(value)) found.push(value)
      }
      return ''
    },
  )
  if (/[<>]/.test(rest)) found.push(rest)
  return found
}

/** An address on this site or one of the schemes that only ever lead somewhere. Browsers skip control characters in it. */
function isHarmless(value: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what browsers skip
  const address = value.replaceAll('&amp;', '&').replace(/[\x00-\x20]/g, '')
  return !address.startsWith('//') && (/^(?:https?|mailto|tel):/i.test(address) || !/^[^/?#]*[:&]/.test(address))
}

test('before it is cleaned, nearly all of it is found to run', () => {
  expect(attacks.filter((attack) => whatRuns(attack).length === 0)).toEqual([
    '<img src="x`onerror=alert(1)">',
    '&lt;script&gt;alert(1)&lt;/script&gt;',
  ])
})

test.each(attacks)('nothing in %j runs', (attack) => {
  expect(whatRuns(cleanHtml(attack))).toEqual([])
  expect(whatRuns(cleanHtml(`<p>Before ${attack} after</p>`))).toEqual([])
})

test('cleaning what is clean changes nothing, so a second cleaning cannot open what the first closed', () => {
  for (const attack of attacks) {
    const cleaned = cleanHtml(attack)
    expect(cleanHtml(cleaned), attack).toBe(cleaned)
  }
})

test.each([
  '<h2>What you need</h2><p>A <strong>gentle</strong> cleanser, <em>lukewarm</em> water and a towel.</p>',
  '<h3>One</h3><h4>Two</h4><ul><li>A jar</li><li>A tube</li></ul><ol start="3"><li>Rinse</li></ol>',
  '<blockquote><p>Less is more.</p><cite>Ann</cite></blockquote><hr />',
  '<p><a href="/blog/other">Other</a>, <a href="https://example.com/a?b=1&amp;c=2" title="Out">out</a>, <a href="mailto:a@b.example">mail</a>, <a href="#top">up</a></p>',
  '<p><a href="https://shop.example" rel="sponsored nofollow noopener" target="_blank">Shop Now</a></p>',
  '<figure><img src="/media/abc/640.jpg" alt="A jar" width="640" height="480" loading="lazy" /><figcaption>A jar</figcaption></figure>',
  '<table><caption>Textures</caption><thead><tr><th scope="col">Skin</th></tr></thead><tbody><tr><td colspan="2">Dry</td></tr></tbody></table>',
  '<dl><dt>SPF</dt><dd>Sun protection factor</dd></dl><p>H<sub>2</sub>O, 3<sup>rd</sup>, <mark>new</mark>, <abbr title="Sun protection factor">SPF</abbr></p>',
  '<p>5 &lt; 6 &amp; 7 &gt; 6, “quoted”, 20 °C, é, 皮膚, 🧴</p>',
  '<pre><code>a = b</code></pre>',
])('an article stays as it was written: %s', (html) => {
  const attributesOf = (text: string) =>
    text.replace(/<(\w+)([^>]*?)\s*\/?>/g, (_, tag: string, rest: string) => {
      return `<${tag} ${(rest.match(/[\w-]+="[^"]*"/g) ?? []).sort().join(' ')}>`
    })
  expect(attributesOf(cleanHtml(html))).toBe(attributesOf(html))
})

test('a link to another window gets no handle on this one', () => {
  expect(cleanHtml('<a href="https://a.example" target="_blank">x</a>')).toContain('rel="noopener"')
  expect(cleanHtml('<a href="https://a.example" target="_blank" rel="nofollow">x</a>')).toContain(
    'rel="nofollow noopener"',
  )
  expect(cleanHtml('<a href="https://a.example" target="top">x</a>')).not.toContain('target')
})

test('an image always has an alternative text and loads when it is needed', () => {
  expect(cleanHtml('<img src="/a.jpg">')).toMatch(/alt(?:="")?.*loading="lazy"/)
})

test('markup that never ends, and markup without an end, are cleaned in no time', () => {
  const started = performance.now()
  for (const html of [
    '<p>'.repeat(20_000),
    '<'.repeat(100_000),
    '<a href="'.repeat(20_000),
    '&'.repeat(100_000),
    '<!--'.repeat(20_000),
  ])
    expect(whatRuns(cleanHtml(html))).toEqual([])
  expect(performance.now() - started).toBeLessThan(10_000)
})

test('the words of an article are its text', () => {
  expect(textOf('<h2>One</h2><p>Two &amp; <b>three</b></p><ul><li>four</li><li>five</li></ul>')).toBe(
    'One Two & three four five',
  )
  expect(textOf('<p>5 &lt; 6</p>')).toBe('5 < 6')
})

test('addresses of the site become whole, others stay', () => {
  const html = '<p><a href="/blog/a">a</a> <a href="https://b.example/">b</a> <a href="mailto:c@d.example">c</a></p>'
  expect(withAbsoluteAddresses(html, 'https://dew.example')).toBe(
    '<p><a href="https://dew.example/blog/a">a</a> <a href="https://b.example/">b</a> <a href="mailto:c@d.example">c</a></p>',
  )
})
