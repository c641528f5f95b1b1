import sharp from 'sharp'
import { expect, test } from 'vitest'
import { plainPicture } from '../../../../test/pictures.ts'
import { testApp } from '../../../../test/test-app.ts'
import { createLocalExclusive, type Exclusive } from '../../platform/mutex.ts'
import { createImageStore } from './image-store.ts'

test('the processes of a site decode one large upload at a time', async () => {
  const { media } = await testApp()
  const exclusive = createLocalExclusive()
  let decoding = 0
  let most = 0
  const counted: Exclusive = (name, act) =>
    exclusive(name, async () => {
      most = Math.max(most, ++decoding)
      return act().finally(() => decoding--)
    })
  const stores = [
    createImageStore(media, { exclusive: counted, atOnce: 2 }),
    createImageStore(media, { exclusive: counted }),
  ]
  const files = await Promise.all([60, 61, 62, 63].map(animation))
  const keys = await Promise.all(
    files.map((file, index) =>
      stores[index % 2]!.store(
        file,
        async () => false,
        async ({ key }) => key,
      ),
    ),
  )
  expect(new Set(keys).size).toBe(4)
  expect([most, decoding]).toEqual([1, 0])
})

test('uploads of one file are stored once, however many run at a time', async () => {
  const { media } = await testApp()
  let inserted = 0
  const store = createImageStore(media, { atOnce: 3 })
  const file = await plainPicture(60, 40).png().toBuffer()
  const isKnown = async () => inserted > 0
  const results = Array.from({ length: 3 }, () =>
    store.store(file, isKnown, async ({ stored }) => [++inserted, !!stored]),
  )
  expect(await Promise.all(results)).toEqual([
    [1, true],
    [2, false],
    [3, false],
  ])
})

/** Counts as large, since its frames are decoded together. */
async function animation(width: number): Promise<Buffer> {
  const frames = [plainPicture(width, 40), plainPicture(width, 40).negate()].map((frame) => frame.png().toBuffer())
  return sharp(await Promise.all(frames), { join: { animated: true } })
    .gif()
    .toBuffer()
}
