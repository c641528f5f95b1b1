import { expect, test } from 'vitest'
import { plainPicture } from '../../../../test/pictures.ts'
import { testApp } from '../../../../test/test-app.ts'
import { createLocalExclusive, type Exclusive } from '../../platform/mutex.ts'
import { createImageStore } from './image-store.ts'

test('the processes of a site decode one upload at a time', async () => {
  const { media } = await testApp()
  const exclusive = createLocalExclusive()
  let decoding = 0
  let most = 0
  const counted: Exclusive = (name, act) =>
    exclusive(name, async () => {
      most = Math.max(most, ++decoding)
      return act().finally(() => decoding--)
    })
  const stores = [createImageStore(media, counted), createImageStore(media, counted)]
  const files = await Promise.all([60, 61, 62, 63].map((width) => plainPicture(width, 40).png().toBuffer()))
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
