import { readFileSync } from 'node:fs'
import sharp, { type FormatEnum } from 'sharp'
import { expect, test } from 'vitest'
import { readImageHeader } from '../src/web/admin/upload/image-header.ts'

const plain = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 200, g: 100, b: 50, alpha: 0.5 } } })

const headerOf = (file: Buffer) => readImageHeader(new Uint8Array(file))

test.each(['jpeg', 'png', 'webp'] as const)('the size of a %s is read from its first bytes', async (format) => {
  const file = await plain(1234, 567)
    .toFormat(format satisfies keyof FormatEnum)
    .toBuffer()
  expect(headerOf(file)).toMatchObject({ kind: format, width: 1234, height: 567 })
})

test('a lossless and a transparent WebP have their size, and an animation is one', async () => {
  expect(headerOf(await plain(300, 200).webp({ lossless: true }).toBuffer())).toMatchObject({ width: 300, height: 200 })
  expect(headerOf(await plain(300, 200, 4).webp().toBuffer())).toMatchObject({ width: 300, height: 200 })
  const frames = ['#000000', '#ffffff'].map((background) => ({
    create: { width: 40, height: 20, channels: 3 as const, background },
  }))
  const animation = await sharp(await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer())), {
    join: { animated: true },
  })
    .webp()
    .toBuffer()
  expect(headerOf(animation)).toMatchObject({ kind: 'webp', width: 40, height: 20, isAnimated: true })
})

test('metadata before the size of a JPEG is skipped, and a size out of reach is unknown', async () => {
  const file = await plain(640, 480)
    .withMetadata({ orientation: 6, exif: { IFD0: { Make: 'Invented' } } })
    .jpeg()
    .toBuffer()
  expect(headerOf(file)).toEqual({ kind: 'jpeg', width: 640, height: 480 })
  expect(headerOf(file.subarray(0, 60))).toEqual({ kind: 'jpeg' })
})

test('HEIC is recognised by its brand, whatever its name', () => {
  for (const name of ['turned', 'large'])
    expect(headerOf(readFileSync(`test/browser/fixtures/${name}.heic`))).toEqual({ kind: 'heif' })
})

test('AVIF, texts and empty files are other files', async () => {
  expect(headerOf(await plain(64, 64).avif().toBuffer())).toEqual({ kind: 'other' })
  expect(headerOf(Buffer.from('Not a picture, whatever its name says.'))).toEqual({ kind: 'other' })
  expect(headerOf(Buffer.alloc(0))).toEqual({ kind: 'other' })
})
