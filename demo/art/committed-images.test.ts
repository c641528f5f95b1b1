import sharp from 'sharp'
import { expect, test } from 'vitest'
import { demoImages } from '../content/images.ts'
import { pictures } from './pictures.ts'
import { findDifferences } from './raster.ts'

test('every image of the demo has a drawing, and every drawing is an image of the demo', () => {
  expect([...pictures.keys()].sort()).toEqual(demoImages.map(({ name }) => name).sort())
})

test('the hero is transparent where nothing lies, and opaque in its middle', async () => {
  const { data, info } = await sharp('../images/hero.webp').raw().toBuffer({ resolveWithObject: true })
  const alphaAt = (x: number, y: number) => data[(y * info.width + x) * info.channels + 3]
  expect(info.channels).toBe(4)
  for (const x of [0, info.width - 1]) for (const y of [0, info.height - 1]) expect(alphaAt(x, y)).toBe(0)
  expect(alphaAt(500, 930)).toBe(255)
})

// Half a minute of one core, and several minutes where other work shares it.
test('the committed images are what npm run demo:art draws', { timeout: 600_000 }, async () => {
  expect(await findDifferences('../images')).toEqual([])
})
