import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TypePairingName } from '../../../contract/accounts/type-pairings.ts'
import { loadSharp } from '../../platform/load-sharp.ts'

/**
 * Families as their files name them, whatever weight a variable font was pinned to. Another one follows where the first has
 * no Vietnamese and Cyrillic.
 */
export type DrawingFont = { families: string }

type PairingFonts = { display: DrawingFont; sans: DrawingFont }

export const drawingFonts: Record<TypePairingName, PairingFonts> = {
  editorial: { display: { families: 'Playfair Display' }, sans: { families: 'Montserrat Thin' } },
  bookish: { display: { families: 'Lora' }, sans: { families: 'Figtree Light,Montserrat Thin' } },
  boutique: { display: { families: 'Marcellus,Playfair Display' }, sans: { families: 'Mulish ExtraLight' } },
  modern: { display: { families: 'DM Sans 9pt,Montserrat Thin' }, sans: { families: 'DM Sans 9pt,Montserrat Thin' } },
}

/** Next to this module in the sources, next to the server in the build. */
const fontFiles = ['./fonts/', '../fonts/'].flatMap((folder) => {
  const found = fileURLToPath(new URL(folder, import.meta.url))
  return list(found).map((name) => found + name)
})

function list(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.ttf'))
  } catch {
    return []
  }
}

let loading: Promise<void> | undefined

/** Makes all fonts known to Pango, which then takes from any of them what the family of a text lacks. */
export function loadFonts(): Promise<void> {
  loading ??= load()
  loading.catch(() => (loading = undefined))
  return loading
}

async function load(): Promise<void> {
  const sharp = await loadSharp()
  // libvips adds a file to the process when a text names it.
  for (const fontfile of fontFiles) await sharp({ text: { text: 'a', fontfile } }).toBuffer()
}

let bundled: Set<number> | undefined
let installed: Promise<Set<number>> | undefined

/** The characters of a text that no font has, nor what they stand for, each once: Pango would draw boxes for them. */
export async function findMissing(text: string): Promise<string[]> {
  const isDrawn = await createFontCheck(text)
  const clusters = clustersOf(text)
  return [...new Set(clusters.filter((cluster, index) => !isDrawn(cluster) && !substitute(clusters, index, isDrawn)))]
}

/**
 * The text without what no font has. What stands for it stays: a compatible character (NFKC), the name of a Greek character as in
 * α-Arbutin, the first character of a keycap.
 */
export async function withoutMissing(text: string): Promise<string> {
  const isDrawn = await createFontCheck(text)
  const clusters = clustersOf(text)
  const kept = clusters.map((cluster, index) => {
    if (isDrawn(cluster)) return cluster
    const [first = ''] = cluster
    return substitute(clusters, index, isDrawn) ?? (isDrawn(first) ? first : '')
  })
  const drawn = kept.join('')
  return drawn === text ? text : drawn.replace(/ {2,}/g, ' ').trim()
}

const SUBSTITUTES: Readonly<Record<string, string>> = {
  α: 'alpha',
  β: 'beta',
  γ: 'gamma',
  δ: 'delta',
  ε: 'epsilon',
  ω: 'omega',
  '→': '›',
  '←': '‹',
  '\u2011': '-',
}

/**
 * The text that is drawn for a character that no font has. A Greek one is named only where it stands alone, not in a
 * Greek word.
 */
function substitute(clusters: string[], index: number, isDrawn: (cluster: string) => boolean): string | undefined {
  const cluster = clusters[index]
  if (cluster === undefined) return undefined
  const isGreek = (at: number) => /\p{Script=Greek}/u.test(clusters[at] ?? '')
  const isInWord = isGreek(index) && (isGreek(index - 1) || isGreek(index + 1))
  const named = isInWord ? undefined : SUBSTITUTES[cluster]
  const text = named ?? cluster.normalize('NFKC').replace('\u2044', '/')
  return text !== cluster && text !== '' && isDrawn(text) ? text : undefined
}

/** The machine's fonts are listed only for a text that needs them. */
async function createFontCheck(text: string): Promise<(cluster: string) => boolean> {
  bundled ??= new Set(fontFiles.flatMap((file) => readCodePoints(readFileSync(file))))
  const own = bundled
  const isBundled = (cluster: string) => pointsOf(cluster).every((point) => own.has(point))
  if (isBundled(text)) return isBundled
  installed ??= findInstalled()
  const listing = installed
  const others = await listing.catch((error: NodeJS.ErrnoException) => {
    // The list of a busy machine fails once; where it is not installed, it always does.
    if (error.code !== 'ENOENT' && installed === listing) installed = undefined
    return new Set<number>()
  })
  return (cluster) => pointsOf(cluster).every((point) => own.has(point) || others.has(point))
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Splits a text into grapheme clusters, such as an emoji of several code points. */
function clustersOf(text: string): string[] {
  return Array.from(segmenter.segment(text.normalize('NFC')), ({ segment }) => segment)
}

/** Without spaces, joiners and selectors of a variant, which have no shape. */
function pointsOf(text: string): number[] {
  const shown = text.normalize('NFC').replace(/[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, '')
  return Array.from(shown, (character) => character.codePointAt(0)!)
}

/** The code points of the machine's fonts, as fontconfig lists them. Throws if it fails or takes more than five seconds. */
async function findInstalled(): Promise<Set<number>> {
  const points = new Set<number>()
  const { stdout } = await promisify(execFile)('fc-list', ['--format', '%{charset}\n'], LIST_LIMITS)
  for (const range of new Set(stdout.split(/\s+/))) {
    const [first = Number.NaN, last = first] = range.split('-').map((hex) => Number.parseInt(hex, 16))
    for (let point = first; point <= last; point++) points.add(point)
  }
  return points
}

const LIST_LIMITS = { timeout: 5000, maxBuffer: 64 * 1024 * 1024 }

/** The code points that a TrueType font has a glyph for, from its `cmap` (OpenType 1.9, formats 4 and 12). */
export function readCodePoints(font: Buffer): number[] {
  const cmap = findTable(font, 'cmap')
  if (cmap === undefined) return []
  const count = font.readUInt16BE(cmap + 2)
  const offsets = Array.from({ length: count }, (_, index) => cmap + font.readUInt32BE(cmap + 8 + index * 8))
  return [...new Set(offsets.flatMap((offset) => readSubtable(font, offset)))]
}

function findTable(font: Buffer, wanted: string): number | undefined {
  const count = font.readUInt16BE(4)
  for (let entry = 12; entry < 12 + count * 16; entry += 16)
    if (font.toString('latin1', entry, entry + 4) === wanted) return font.readUInt32BE(entry + 8)
  return undefined
}

function readSubtable(font: Buffer, offset: number): number[] {
  const format = font.readUInt16BE(offset)
  return format === 4 ? readSegments(font, offset) : format === 12 ? readGroups(font, offset) : []
}

/** Format 4: arrays of last and first code points, of deltas and of offsets into the glyph ids. */
function readSegments(font: Buffer, offset: number): number[] {
  const size = font.readUInt16BE(offset + 6)
  const points: number[] = []
  for (let at = offset + 14; at < offset + 14 + size; at += 2) {
    const last = font.readUInt16BE(at)
    const first = font.readUInt16BE(at + size + 2)
    const delta = font.readUInt16BE(at + size * 2 + 2)
    const rangeAt = at + size * 3 + 2
    const range = font.readUInt16BE(rangeAt)
    for (let point = first; point <= last && point < 0xff_ff; point++) {
      const glyph = range === 0 ? point + delta : font.readUInt16BE(rangeAt + range + (point - first) * 2)
      if ((glyph & 0xff_ff) !== 0) points.push(point)
    }
  }
  return points
}

/** Format 12: groups of first and last code point and first glyph. */
function readGroups(font: Buffer, offset: number): number[] {
  const count = font.readUInt32BE(offset + 12)
  return Array.from({ length: count }, (_, index) => offset + 16 + index * 12).flatMap((at) => {
    const first = font.readUInt32BE(at)
    return Array.from({ length: font.readUInt32BE(at + 4) - first + 1 }, (_, index) => first + index)
  })
}
