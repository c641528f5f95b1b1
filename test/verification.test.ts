import { expect, test } from 'vitest'
import { isPlainText, mayBeRootFile, rootFileNameFault, rootFileType } from '../src/contract/accounts/root-files.ts'
import { VerificationInput } from '../src/contract/accounts/verification.ts'
import {
  readMetaTags,
  verificationServiceNames,
  verificationServices,
} from '../src/contract/accounts/verification-tags.ts'

const empty = {
  google: '',
  bing: '',
  pinterest: '',
  facebook: '',
  impact: '',
  tags: [],
  files: [],
  securityTxt: false,
}

const tokens = {
  google: 'a1B2_c3-D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0u',
  bing: '0123456789ABCDEF0123456789ABCDEF',
  pinterest: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
  facebook: 'abcdefghijklmnopqrstuvwxyz0123',
  impact: '8a7b6c5d-4e3f-2a1b-0c9d-8e7f6a5b4c3d',
}

const spellings: ((name: string, token: string) => string)[] = [
  (name, token) => `<meta name="${name}" content="${token}">`,
  (name, token) => `<meta name='${name}' content='${token}'>`,
  (name, token) => `<meta content="${token}" name="${name}" />`,
  (name, token) => `<meta name=${name} content=${token}>`,
  (name, token) => `  <META NAME="${name.toUpperCase()}" CONTENT="${token}"/>\n`,
  (name, token) => `&lt;meta name=&quot;${name}&quot; content=&quot;${token}&quot; /&gt;`,
  (name, token) =>
    `<meta\n  name = "${name.replace(':', '&#58;').replace('-', '&#x2d;')}"\n  content = "${token}"\n></meta>`,
  (name, token) => `<meta name=\u201c${name}\u201d content=\u201d${token}\u201d>`,
]

test.each(verificationServiceNames)(
  'a pasted tag of %s gives its token in eight spellings, and so does the token',
  (key) => {
    const { tag } = verificationServices[key]
    const pasted = [...spellings.map((spell) => spell(tag, tokens[key])), tokens[key], ` ${tokens[key]}\n`]
    for (const text of pasted) expect(VerificationInput.parse({ ...empty, [key]: text })[key], text).toBe(tokens[key])
  },
)

test('Impact also writes its token as a value', () => {
  const pasted = `<meta name='impact-site-verification' value='${tokens.impact}'>`
  expect(VerificationInput.parse({ ...empty, impact: pasted }).impact).toBe(tokens.impact)
})

const faultsOf = (change: object) => {
  const parsed = VerificationInput.safeParse({ ...empty, ...change })
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

test('a tag of another service, a text and code are refused with a sentence', () => {
  const google = `<meta name="google-site-verification" content="${tokens.google}">`
  expect(faultsOf({ pinterest: google })).toEqual(['pinterest: That is not the tag of Pinterest'])
  expect(faultsOf({ facebook: '<meta property="og:title" content="x">' })).toEqual([
    'facebook: That is not the tag of Facebook',
  ])
  expect(faultsOf({ bing: '<script>alert(1)</script>' })).toEqual(['bing: That is not the tag of Bing'])
  for (const text of ['two words', 'a"b', `"><script>`, 'x'.repeat(129)])
    expect(faultsOf({ google: text }), text).toHaveLength(1)
  expect(faultsOf({ google: '<meta name="google-site-verification" content="a b">' })).toEqual([
    'google: Please paste the tag of Google, or the token in it',
  ])
})

test('further tags have a name of their own, up to ten', () => {
  const tag = { name: 'yandex-verification', content: '1a2b' }
  expect(faultsOf({ tags: [tag] })).toEqual([])
  expect(faultsOf({ tags: [{ ...tag, name: 'Yandex-Verification' }, tag] })).toEqual([
    'tags.1.name: This tag is there already',
  ])
  expect(faultsOf({ tags: [{ ...tag, name: 'robots' }] })).toEqual([
    'tags.0.name: This site makes the tag robots itself',
  ])
  expect(faultsOf({ tags: [{ ...tag, name: 'p:domain_verify' }] })).toEqual([
    'tags.0.name: Please use the field of Pinterest',
  ])
  expect(faultsOf({ tags: [{ ...tag, name: 'a b' }] })).toHaveLength(1)
  expect(faultsOf({ tags: [{ ...tag, name: 'a'.repeat(81) }] })).toHaveLength(1)
  expect(faultsOf({ tags: [{ ...tag, content: 'a'.repeat(301) }] })).toHaveLength(1)
  const many = Array.from({ length: 11 }, (_, i) => ({ ...tag, name: `tag-${i}` }))
  expect(faultsOf({ tags: many })).toEqual(['tags: Please keep to 10 further tags'])
})

const hostileNames = [
  ...[
    '',
    ' ',
    '.',
    '..',
    '/',
    './',
    '../',
    '../a.txt',
    '../../etc/passwd',
    'a/../b.txt',
    '/a.txt',
    '//a.txt',
    'a//b.txt',
  ],
  ...['%2e', '%2e%2e/a.txt', '%2e%2e%2fa.txt', 'a%2ehtml', 'a%00.txt', 'a\0.txt', 'a.txt\0', 'a.txt%00.html'],
  ...[
    '..html',
    '.html',
    '.txt',
    'a..html',
    'a.html.',
    'a.',
    'a.html/',
    'a.html/b',
    'folder/a.html',
    '.htaccess',
    '.env',
  ],
  ...['CON.txt', 'con.html', 'PRN.txt', 'AUX.json', 'nul.xml', 'COM1.txt', 'lpt9.html', 'CON.a.txt'],
  ...[`${'a'.repeat(77)}.txt`, `${'a'.repeat(300)}.html`],
  ...[
    'a\u2024txt',
    'a\u3002txt',
    'a\uff0etxt',
    '\u2025/a.txt',
    'a\u200b.txt',
    'caf\u00e9.html',
    '\u202etxt.lmth',
    'a\ud800.txt',
  ],
  ...[
    'a b.txt',
    ' a .txt',
    'a\tb.txt',
    'a\n.txt',
    'a\\b.txt',
    '..\\a.txt',
    'C:\\a.txt',
    'C:a.txt',
    'a.txt:x',
    'a?b.txt',
    'a#b.txt',
  ],
  ...[
    'a.php',
    'a.js',
    'a.svg',
    'a.htm',
    'a',
    'a.html;.txt',
    "a'.txt",
    'a".html',
    '<a>.html',
    'a&b.txt',
    'a*.txt',
    '-a.txt',
  ],
  ...[
    '.well-known',
    '.well-known/',
    '.well-known/../a.txt',
    '.well-known/a/b',
    '.well-known//a',
    '.well-known/.a',
    '.WELL-KNOWN/a',
    '.well-known/con',
  ],
]

test('hostile names are refused with a sentence, and no file has such an address', () => {
  expect(hostileNames.length).toBeGreaterThanOrEqual(60)
  for (const name of hostileNames) {
    const faults = faultsOf({ files: [{ name, content: 'text' }] })
    expect(faults[0], JSON.stringify(name)).toMatch(/^files\.0\.name: \w.+ \w+/)
    expect(mayBeRootFile(`/${name}`), JSON.stringify(name)).toBe(false)
  }
})

test('files of the site keep their names, and usual names are taken', () => {
  for (const name of ['robots.txt', 'Robots.TXT', 'sitemap.xml', 'feed.xml', 'feed.txt', 'favicon.json', 'index.html'])
    expect(rootFileNameFault(name)).toBe(`This site makes ${name} itself`)
  const usual = [
    'google1a2b3c.html',
    'BingSiteAuth.xml',
    'pinterest-1a2b3.html',
    'ads.txt',
    'app-ads.txt',
    'humans.txt',
  ]
  const wellKnown = ['assetlinks.json', 'apple-app-site-association', 'security.txt', 'atproto-did']
  for (const name of [...usual, ...wellKnown.map((each) => `.well-known/${each}`), `${'a'.repeat(76)}.txt`])
    expect(rootFileNameFault(name), name).toBeUndefined()
})

test('files are up to twenty texts of up to 10 kB, each name once', () => {
  const file = (name: string, content = 'text') => ({ name, content })
  expect(faultsOf({ files: [file('a.txt'), file('A.txt')] })).toEqual(['files.1.name: This file is there already'])
  expect(faultsOf({ files: [file('a.txt', '')] })).toHaveLength(1)
  expect(faultsOf({ files: [file('a.txt', 'é'.repeat(5000))] })).toEqual([])
  expect(faultsOf({ files: [file('a.txt', `${'é'.repeat(5000)}a`)] })).toEqual([
    'files.0.content: Please keep the file under 10 kB',
  ])
  for (const content of ['a\0b', '\u0001', '\u001b[0m', '\ufffd', '\ud800'])
    expect(faultsOf({ files: [file('a.txt', content)] })).toEqual(['files.0.content: Please choose a text file'])
  expect(isPlainText('a\tb\r\nc')).toBe(true)
  const many = Array.from({ length: 21 }, (_, i) => file(`file-${i}.txt`))
  expect(faultsOf({ files: many })).toEqual(['files: Please keep to 20 files'])
})

test('a file has the type of its name', () => {
  expect(rootFileType('a.html', '')).toBe('text/html; charset=utf-8')
  expect(rootFileType('a.XML', '')).toBe('application/xml; charset=utf-8')
  expect(rootFileType('.well-known/apple-app-site-association', '{"applinks":{}}')).toBe(
    'application/json; charset=utf-8',
  )
  expect(rootFileType('.well-known/atproto-did', 'did:plc:abc')).toBe('text/plain; charset=utf-8')
  expect(rootFileType('.well-known/page.svg', '<svg/>')).toBe('text/plain; charset=utf-8')
})

test('the meta tags of a page are read with their contents unescaped', () => {
  const html =
    '<head><meta charset="utf-8"/><meta name="a" content="x &gt; &quot;y&quot;"/><meta content="2" name="B"></head>'
  expect(readMetaTags(html)).toEqual([
    { name: 'a', content: 'x > "y"' },
    { name: 'b', content: '2' },
  ])
})
