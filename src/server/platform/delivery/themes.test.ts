import { expect, test } from 'vitest'
import { palettes } from '../../../contract/accounts/palettes.ts'
import { type PrebuiltResponse, prebuildResponse } from './prebuilt-response.ts'
import { themeStylesheet } from './theme-stylesheet.ts'
import { createThemes } from './themes.ts'

const base =
  '@font-face{font-family:Montserrat;src:url(/assets/m.woff2)}@layer theme{:root,:host{--color-paper:#fbf7f1;--color-ink:#2b211b;--color-ink-soft:#5c4c40;--font-display:"Playfair Display",serif;--radius-card:.875rem}}.a{--tw-shadow:#2b211b0d;color:var(--color-ink)}'
const faces = { modern: '@font-face{font-family:DM Sans;src:url(/assets/d.woff2)}' }
const choice = { palette: 'honey', type: 'editorial', accent: '', corners: 'round', dark: false } as const

function themesOf() {
  const assets = new Map<string, PrebuiltResponse>()
  const file = (path: string, text: string) =>
    assets.set(path, prebuildResponse(200, { identity: Buffer.from(text) }, {}, `"${path}"`))
  file('/assets/client-12345678.css', base)
  file('/assets/modern-1.css', faces.modern)
  const shared: string[] = []
  const themes = createThemes({
    assets,
    common: '/assets/client-12345678.css',
    fileOf: (source) => {
      if (source.endsWith('/pairings/modern.css')) return '/assets/modern-1.css'
      return source.endsWith('.woff2') ? `/assets/${source.split('/').at(-1)}` : undefined
    },
    headers: {},
    share: async (files) => void shared.push(...files.keys()),
  })
  return { themes, assets, shared }
}

test('the default theme leaves the style sheet as it is, byte for byte', () => {
  expect(themeStylesheet({ base, faces }, choice)).toBe(base)
})

test('tokens, alpha variants and fonts are replaced in place', () => {
  const css = themeStylesheet({ base, faces }, { ...choice, palette: 'sage', type: 'modern', corners: 'square' })
  const { paper, ink } = palettes.sage.light
  expect(css).toContain(`--color-paper:${paper};--color-ink:${ink};`)
  expect(css).toContain(`--tw-shadow:${ink}0d`)
  expect(css).toContain('--radius-card:0}')
  expect(css).toContain('--font-display:"DM Sans"')
  expect(css).not.toContain('Montserrat')
  expect(css).not.toContain('#fbf7f1')
})

test('dark colours follow the system only if they are on', () => {
  const dark = `--color-paper:${palettes.honey.dark.paper}`
  expect(themeStylesheet({ base, faces }, choice)).not.toContain(dark)
  expect(themeStylesheet({ base, faces }, { ...choice, dark: true })).toMatch(
    /@media screen and \(prefers-color-scheme:dark\)\{:root\{color-scheme:dark;/,
  )
  expect(themeStylesheet({ base, faces }, { ...choice, dark: true }, 'light')).not.toContain(dark)
})

test('the default theme needs nothing, another one a style sheet that is shared before the page is sent', async () => {
  const { themes, assets, shared } = themesOf()
  expect(await themes.find({ ...choice, favicon: '' })).toEqual({})
  const theme = await themes.find({ ...choice, type: 'modern', favicon: '/media/abc/320.jpg' })
  expect(theme).toEqual({
    icon: 'abc',
    stylesheet: expect.stringMatching(/^\/assets\/client-[\w-]{8}\.css$/),
    fonts: ['/assets/dm-sans-basic.woff2'],
    themeColor: '#fbf7f1',
  })
  expect(shared).toEqual([theme.stylesheet])
  expect(
    assets
      .get(theme.stylesheet!)!
      .bodies.map(({ encoding }) => encoding)
      .sort(),
  ).toEqual(['br', 'gzip', 'identity'])
  expect((await themes.find({ ...choice, type: 'modern', favicon: '' })).stylesheet).toBe(theme.stylesheet)
  expect(shared).toHaveLength(1)
})

test('a few themes stay in memory, however often the owner changes hers', async () => {
  const { themes, assets } = themesOf()
  for (let i = 10; i < 30; i++) await themes.find({ ...choice, accent: `#4a2c${i}`, favicon: '' })
  await new Promise((resolve) => setImmediate(resolve))
  expect(assets.size).toBeLessThanOrEqual(2 + 4)
})
