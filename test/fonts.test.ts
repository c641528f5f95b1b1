import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makePinFonts } from '../scripts/pin-fonts.ts'
import { makeFonts } from '../scripts/subset-fonts.ts'

const folder = 'src/web/styles/fonts'

test('the committed fonts equal the output of `npm run fonts`', async () => {
  const made = await makeFonts()
  expect(readdirSync(folder).sort()).toEqual(Object.keys(made).sort())
  for (const [name, bytes] of Object.entries(made))
    expect(readFileSync(`${folder}/${name}`).equals(bytes), name).toBe(true)
})

test('the committed fonts of pins equal the output of `npm run fonts`', async () => {
  const pinFolder = 'src/server/content/share-images/fonts'
  const made = await makePinFonts()
  expect(readdirSync(pinFolder).sort()).toEqual(Object.keys(made).sort())
  for (const [name, bytes] of Object.entries(made))
    expect(readFileSync(`${pinFolder}/${name}`).equals(bytes), name).toBe(true)
})

test('the subsets of a font are disjoint and together cover the Latin script', () => {
  const css = readFileSync(`${folder}/font-faces.css`, 'utf8')
  const families = Map.groupBy(css.matchAll(/font-family: "([^"]+)"[^}]*unicode-range:\s+([^;]+);/g), ([, family]) =>
    family!.replace(/ Latin(?: Ext)?$/, ''),
  )
  expect([...families.keys()]).toEqual(['Montserrat', 'Playfair Display', 'Cormorant Garamond'])
  for (const [family, faces] of families) {
    const points = faces.flatMap(([, , ranges]) => ranges!.split(/,\s+/).flatMap(pointsOf))
    expect(points.length, `${family}: no letter in two files`).toBe(new Set(points).size)
    for (const letter of 'Aaz09 \n“”–—…•€™éÉñøßœŁžı')
      expect(points, `${family}: ${letter}`).toContain(letter.codePointAt(0))
    expect(points, `${family} has no Greek`).not.toContain('Ω'.codePointAt(0))
  }
})

test('each subset is a separate family, which the tokens name before its fallbacks', () => {
  const css = readFileSync(`${folder}/font-faces.css`, 'utf8')
  const named = [...css.matchAll(/font-family: "([^"]+)"/g)].map(([, family]) => family!)
  expect(new Set(named).size).toBe(9)
  const tokens = readFileSync('src/web/styles/tokens.css', 'utf8')
  const stacks = [...tokens.matchAll(/--font-\w+:\s+([^;]+);/g)].map(([, stack]) => stack!.split(/,\s+/))
  expect(stacks.flatMap((stack) => stack.slice(0, 3))).toEqual(named.map((family) => `"${family}"`))
})

function pointsOf(range: string): number[] {
  const [first, last = first] = range
    .slice(2)
    .split('-')
    .map((hex) => Number.parseInt(hex, 16))
  return Array.from({ length: last! - first! + 1 }, (_, index) => first! + index)
}
