import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test, vi } from 'vitest'
import { paletteNames } from '../../../contract/accounts/palettes.ts'
import { coloursOf } from '../../../contract/accounts/theme.ts'
import { findMissing, readCodePoints, withoutMissing } from './drawing-fonts.ts'

/** Draws in a process of its own, since fontconfig reads its configuration once; each drawing as its size and bytes. */
async function drawWith(fonts: string, texts: string[]): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'dewlight-fonts-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const config = path.join(folder, 'fonts.conf')
  writeFileSync(config, `<?xml version="1.0"?><fontconfig>${fonts}<cachedir>${folder}</cachedir></fontconfig>`)
  const code = `
    import { drawText } from ${JSON.stringify(path.join(import.meta.dirname, 'draw-text.ts'))}
    import { drawShareImage } from ${JSON.stringify(path.join(import.meta.dirname, 'draw-share-image.ts'))}
    import { drawingFonts } from ${JSON.stringify(path.join(import.meta.dirname, 'drawing-fonts.ts'))}
    const [texts, colours] = JSON.parse(process.argv[1])
    const drawn = []
    for (const type of Object.keys(drawingFonts)) {
      for (const text of texts)
        for (const font of Object.values(drawingFonts[type])) {
          const { data, width } = await drawText(text, { font, colour: '#000000', sizes: [60], box: { width: 900, height: 300 } })
          drawn.push(width + ' ' + data.toString('base64'))
        }
      const image = await drawShareImage({ type, colours, title: texts[0], brand: 'Dewlight', label: 'Sun care' })
      drawn.push(Buffer.from(image).toString('base64'))
    }
    console.log(JSON.stringify(drawn))`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', code, JSON.stringify([texts, coloursOf(paletteNames[0]!, '', 'light')])],
    { env: { ...process.env, FONTCONFIG_FILE: config }, maxBuffer: 64 * 1024 * 1024 },
  )
  return JSON.parse(stdout) as string[]
}

const MACHINE = '<dir>/usr/share/fonts</dir><dir>/usr/local/share/fonts</dir>'
const texts = ['Crème first', 'Włosy, őğşţ', 'Кожа', 'Dưỡng ẩm cho da dầu']

test('texts are drawn alike on a machine with fonts and on one without any', { timeout: 60_000 }, async () => {
  const [without, withFonts] = await Promise.all([drawWith('', texts), drawWith(MACHINE, texts)])
  expect(without.length).toBe(4 * (texts.length * 2 + 1))
  expect(new Set(without).size).toBeGreaterThan(without.length / 2)
  for (const [index, drawn] of without.entries()) expect(drawn === withFonts[index], `drawing ${index}`).toBe(true)
})

test('without any font of the machine, emoji and other characters that no font has are left out', {
  timeout: 60_000,
}, async () => {
  const drawn = await drawWith('', ['Sun first', 'Sun 🧴☀️ first 皮膚', '🧴', '', '1️⃣ Ελληνικά', '1'])
  for (let type = 0; type < drawn.length; type += 13) {
    const of = (text: number) => drawn.slice(type + text * 2, type + text * 2 + 2)
    expect(of(1)).toEqual(of(0))
    expect(of(2)).toEqual(of(3))
    expect(of(4)).toEqual(of(5))
    expect(of(4)).not.toEqual(of(3))
  }
})

test('characters that no font has are found as a reader counts them, each once', async () => {
  expect(await findMissing('Crème, Włosy — “Кожа” 10 % €\n\u200b\u00ad')).toEqual([])
  expect(await findMissing('A\u{10fffd} b\u{10fffd}\ufe0f\u{10fffc} c\u{10fffd}')).toEqual([
    '\u{10fffd}',
    '\u{10fffd}\ufe0f',
    '\u{10fffc}',
  ])
  expect(await withoutMissing('A \u{10fffd} b')).toBe('A b')
  expect(await withoutMissing('x\u{10fffd}')).toBe('x')
  expect(await withoutMissing('Two  spaces')).toBe('Two  spaces')
})

test('the bundled fonts draw the characters of this trade, or what they stand for', async () => {
  // As in the image of Docker.
  vi.stubEnv('PATH', '')
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.resetModules()
  const fonts = await import('./drawing-fonts.ts')
  expect(await fonts.findMissing('Ω μ ≥ ≤ ≈ ∞ № ₩ ₺ ₽ ₹ ₫ ‹ › α-Arbutin β → １２ ﬁ ⅓')).toEqual([])
  expect(await fonts.withoutMissing('1 μg ≥ 2 ₩')).toBe('1 μg ≥ 2 ₩')
  expect(await fonts.withoutMissing('α-Arbutin, β‑glucan → １０ ％, ﬁne, ⅓')).toBe(
    'alpha-Arbutin, beta-glucan › 10 %, fine, 1/3',
  )
  expect(await fonts.findMissing('αβγ ★')).toEqual(['α', 'β', 'γ', '★'])
})

test('a list of the machine’s fonts that failed is made again for the next text', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'dewlight-fc-list-'))
  onTestFinished(() => {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true, force: true })
  })
  const listWith = (script: string) => {
    writeFileSync(path.join(folder, 'fc-list'), `#!/bin/sh\n${script}\n`)
    chmodSync(path.join(folder, 'fc-list'), 0o755)
  }
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`)
  vi.resetModules()
  const fonts = await import('./drawing-fonts.ts')
  listWith('exit 1')
  expect(await fonts.findMissing('\u{10fffd}')).toEqual(['\u{10fffd}'])
  listWith('echo 10fffd')
  expect(await fonts.findMissing('\u{10fffd}')).toEqual([])
  listWith('exit 1')
  expect(await fonts.findMissing('\u{10fffd}')).toEqual([])
})

test('the code points of a font are those of its glyphs', () => {
  const font = (name: string) =>
    new Set(readCodePoints(readFileSync(path.join(import.meta.dirname, 'fonts', `${name}.ttf`))))
  const lora = font('lora')
  for (const letter of 'Az09é€…') expect(lora.has(letter.codePointAt(0)!), letter).toBe(true)
  for (const letter of 'łЖΩ皮') expect(lora.has(letter.codePointAt(0)!), letter).toBe(false)
  expect(font('lora-latin-ext').has('ł'.codePointAt(0)!)).toBe(true)
  expect(font('lora-cyrillic').has('Ж'.codePointAt(0)!)).toBe(true)
})
