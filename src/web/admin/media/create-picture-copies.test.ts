import { expect, test } from 'vitest'
import type { OwnerImage } from '../../../contract/content/images.ts'
import { createPictureCopies, type PictureElsewhere } from './create-picture-copies.ts'

const picture = (name: string): PictureElsewhere => ({ src: `https://docs.example/${name}`, alt: name })
const image = (url: string) => ({ url }) as OwnerImage

function openCopies() {
  const sent: string[] = []
  const ends = new Map<string, PromiseWithResolvers<OwnerImage>>()
  const copies = createPictureCopies(({ src, alt }) => {
    sent.push(alt)
    const end = Promise.withResolvers<OwnerImage>()
    ends.set(src, end)
    return end.promise
  })
  const stateOf = (name: string) => copies.find(picture(name).src)?.state
  return { copies, sent, stateOf, endOf: (name: string) => ends.get(picture(name).src)! }
}

test('two pictures are copied at a time, each address once', async () => {
  const { copies, sent, stateOf, endOf } = openCopies()
  copies.copy([picture('a'), picture('b'), picture('a'), picture('c')])
  copies.copy([picture('a'), picture('c')])
  expect(sent).toEqual(['a', 'b'])
  expect(['a', 'b', 'c'].map(stateOf)).toEqual(['copying', 'copying', 'waiting'])
  endOf('a').resolve(image('/media/a/1.jpg'))
  await expect.poll(() => sent).toEqual(['a', 'b', 'c'])
  expect(copies.find(picture('a').src)).toEqual({ state: 'done', image: image('/media/a/1.jpg') })
  copies.copy([picture('a')])
  expect(sent).toEqual(['a', 'b', 'c'])
})

test('a copy that failed says why and can be tried again', async () => {
  const { copies, sent, stateOf, endOf } = openCopies()
  let changes = 0
  copies.subscribe(() => changes++)
  copies.copy([picture('a')])
  endOf('a').reject(new Error('It is not a picture.'))
  await expect.poll(() => stateOf('a')).toBe('failed')
  expect(copies.find(picture('a').src)).toEqual({ state: 'failed', error: 'It is not a picture.' })
  expect(changes).toBe(copies.version())
  copies.copy([picture('a')])
  expect(sent).toEqual(['a', 'a'])
})

test('at most a hundred pictures wait', () => {
  const { copies, stateOf } = openCopies()
  copies.copy(Array.from({ length: 150 }, (_, index) => picture(String(index))))
  expect(stateOf('101')).toBe('waiting')
  expect(stateOf('102')).toBeUndefined()
})
