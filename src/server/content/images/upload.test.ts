import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { createServer, request as sendRaw } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import { countRows } from '../../../../test/count-rows.ts'
import { animation, blackPng, cameraPicture, corners, imageForm, plainPicture } from '../../../../test/pictures.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import type { OwnerImage } from '../../../contract/content/images.ts'
import { createLocalExclusive } from '../../platform/mutex.ts'
import { createVariantMaker } from './image-variants.ts'
import { prepareSource } from './prepare-source.ts'

const MAX = 5 * 1024 * 1024
const damaged = 'This picture is damaged or incomplete. Please export it again and upload the new file.'
const wrongType = 'File type must be one of JPEG, PNG, GIF, WebP'

async function upload({ asOwner }: TestApp, file: Buffer, name?: string, altText?: string): Promise<OwnerImage> {
  const response = await asOwner('/api/images', { body: imageForm(file, name, altText) })
  expect(response.status, await response.clone().text()).toBe(201)
  return (await response.json()) as OwnerImage
}

async function expectError(app: TestApp, body: FormData | string, status: number, message: string | RegExp) {
  const response = await app.asOwner('/api/images', { body, method: 'POST' })
  const result = (await response.json()) as { message: string }
  expect([response.status, result.message]).toEqual([status, expect.stringMatching(message)])
  expect((await countRows(app.db)).images).toBe(0)
  expect(await readdir(app.mediaDir).catch(() => [])).toEqual([])
}

test('a decomposed file name, as a Mac sends it, is stored composed and found by either', async () => {
  const app = await testApp()
  const image = await upload(app, await plainPicture(400, 200).png().toBuffer(), 'e\u0301te\u0301-cre\u0300me.png')
  expect(image).toMatchObject({ fileName: '\u00e9t\u00e9-cr\u00e8me.png', altText: '\u00e9t\u00e9-cr\u00e8me' })
  for (const term of ['\u00e9t\u00e9-cr\u00e8me', 'cre\u0300me']) {
    const found = await app.asOwner(`/api/images?q=${encodeURIComponent(term)}`)
    expect(await found.json(), term).toHaveLength(1)
  }
})

test.each([
  ['\u200b', 'image', 'image'],
  ['\u200bcream\u00a0\u200b.png', 'cream\u00a0\u200b.png', 'cream'],
])('a file named %j has a name that is seen', async (name, fileName, altText) => {
  const app = await testApp()
  expect(await upload(app, await plainPicture(400, 200).png().toBuffer(), name)).toMatchObject({ fileName, altText })
})

const sourceOf = ({ mediaDir }: TestApp, { picture }: OwnerImage) => path.join(mediaDir, picture.key, 'source')

async function variantOf({ media }: TestApp, { picture }: OwnerImage, format: 'jpg' | 'webp' | 'avif') {
  const width = picture.widths.at(-1)!
  return (await createVariantMaker(media).make(picture.key, width, format))!
}

async function pixel(file: string, left: number, top: number): Promise<number[]> {
  return [...(await sharp(file).extract({ left, top, width: 1, height: 1 }).raw().toBuffer())]
}

test('an uploaded image is in the library with its picture', async () => {
  const app = await testApp()
  const file = await plainPicture(1000, 500).jpeg().toBuffer()
  const image = await upload(app, file, 'Morning light.jpg', 'Morning light')
  expect(image).toMatchObject({
    url: `/media/${image.picture.key}/1000.jpg`,
    altText: 'Morning light',
    fileName: 'Morning light.jpg',
    format: 'jpeg',
    bytes: file.length,
    isAnimated: false,
    isDescribed: false,
    createdAt: '2026-03-10T15:00:00.000Z',
    picture: { width: 1000, height: 500, widths: [320, 480, 640, 960, 1000] },
  })
  expect(image.picture.placeholder).toMatch(/^data:image\/webp;base64,/)
  expect(await (await app.asOwner('/api/images')).json()).toEqual([image])
  expect(await (await app.asOwner(`/api/images/${image.id}`)).json()).toEqual(image)
  expect(app.changes()).toBe(1)
})

test.each([
  ['jpeg', 'photo.jpg'],
  ['png', 'photo.jpg'],
  ['gif', 'photo.webp'],
  ['webp', 'photo'],
] as const)('a %s counts as one by its content, whatever its name (%s)', async (format, name) => {
  const app = await testApp()
  const image = await upload(app, await plainPicture().toFormat(format).toBuffer(), name)
  expect(image).toMatchObject({ format, fileName: name, isAnimated: false })
  for (const variant of ['jpg', 'webp', 'avif'] as const)
    expect((await sharp(await variantOf(app, image, variant)).metadata()).width).toBe(400)
})

test.each([
  [
    'an SVG that is called a PNG',
    '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><script>alert(1)</script></svg>',
  ],
  ['an SVG after an XML line', '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
  ['a page', '<!doctype html><title>Hello</title><script>alert(1)</script>'],
  ['a PDF', '%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n'],
  ['a text', 'Hello, this is a text and no picture at all.'],
  ['a TIFF', 'II*\0\x08\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0'],
])('%s is refused', async (_, content) => {
  const app = await testApp()
  await expectError(app, imageForm(Buffer.from(content, 'latin1'), 'picture.png'), 415, wrongType)
})

test.each([
  ['of 8 bits', { bitdepth: 8 }, false, 'jpeg'],
  ['of 10 bits, as phones make it', { bitdepth: 10 }, false, 'jpeg'],
  ['with transparency', { bitdepth: 8 }, true, 'webp'],
] as const)('an AVIF %s is stored as another format', async (_, options, isTransparent, format) => {
  const plain = plainPicture(60, 40)
  const avif = await (isTransparent ? plain.ensureAlpha(0.5) : plain).avif({ effort: 0, ...options }).toBuffer()
  const prepared = await prepareSource(avif, createLocalExclusive())
  expect(prepared.format).toBe(format)
  expect(await sharp(prepared.source).metadata()).toMatchObject({ format, width: 60, height: 40, depth: 'uchar' })
  const app = await testApp()
  await expectError(app, imageForm(avif.subarray(0, avif.length - 100), 'picture.avif'), 422, damaged)
  expect((await upload(app, avif, 'picture.avif')).picture).toMatchObject({ width: 60, height: 40 })
})

const container = (brands: string) =>
  `\0\0\0${String.fromCharCode(12 + brands.length)}ftyp${brands.slice(0, 4)}\0\0\0\0${brands.slice(4)}${'\0'.repeat(40)}`

test.each([
  [
    'a HEIC of an iPhone',
    container('heicmif1MiHEmiaf'),
    /This is a HEIC picture\. “Upload many” .*iPhone.*Most Compatible.*Android/,
  ],
  ['a HEIF of a camera', container('mif1heixmiaf'), /This is a HEIC picture/],
  ['the video of a Live Photo', container('qt  qt  '), /This is a video, as in a Live Photo/],
  ['a JPEG XL', `\xff\x0a${'x'.repeat(40)}`, /JPEG XL picture\. Please export it as a JPEG\.$/],
  ['a JPEG XL in a container', `\0\0\0\x0cJXL \r\n\x87\n${'x'.repeat(40)}`, /JPEG XL/],
  ['a DNG', `II*\0\x08\0\0\0\x01\0\x12\xc6\x01\0\x04\0\0\0\x01\x04\0\0${'x'.repeat(40)}`, /This is a raw picture/],
])('%s is refused with what to do', async (_, content, advice) => {
  const response = await (await testApp()).asOwner('/api/images', {
    body: imageForm(Buffer.from(content, 'latin1'), 'IMG_0001'),
    method: 'POST',
  })
  expect(response.status).toBe(415)
  const { message } = (await response.json()) as { message: string }
  expect(message).toMatch(/^File type must be one of JPEG, PNG, GIF, WebP, AVIF\. /)
  expect(message).toMatch(advice)
})

test('a truncated image is rejected, and so is a mere header', async () => {
  const app = await testApp()
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  const busy = sharp({ create: { width: 600, height: 400, channels: 3, background: '#888', noise } })
  for (const format of ['jpeg', 'png', 'webp', 'gif'] as const) {
    const whole = await busy.clone().toFormat(format).toBuffer()
    await expectError(app, imageForm(whole.subarray(0, whole.length / 2)), 422, damaged)
    await expectError(app, imageForm(whole.subarray(0, 40)), 422, damaged)
  }
})

test('a polyglot file is stored as an image only', async () => {
  const app = await testApp()
  const page = '<html><script>alert(document.domain)</script></html>PK\x03\x04'
  const jpeg = await plainPicture().jpeg().toBuffer()
  const gif = await plainPicture(60, 40).gif().toBuffer()
  // A GIF whose header is also JavaScript: the size field reads `/*`.
  const script = Buffer.concat([gif, Buffer.from(`*/=1;${page}`)])
  for (const file of [Buffer.concat([jpeg, Buffer.from(page)]), script]) {
    const image = await upload(app, file)
    expect(readFileSync(sourceOf(app, image)).includes('alert')).toBe(false)
    for (const format of ['jpg', 'webp', 'avif'] as const)
      expect(readFileSync(await variantOf(app, image, format)).includes('alert'), format).toBe(false)
  }
})

test.each([1, 2, 3, 4, 5, 6, 7, 8])('a picture taken in EXIF orientation %i is upright', async (orientation) => {
  const app = await testApp()
  const file = await cameraPicture(orientation)
  expect((await sharp(file).metadata()).orientation).toBe(orientation)
  const image = await upload(app, file)
  expect(image.picture).toMatchObject({ width: 200, height: 100 })
  for (const format of ['jpg', 'webp', 'avif'] as const) {
    const variant = await variantOf(app, image, format)
    const colour = async (left: number, top: number) =>
      (await pixel(variant, left, top)).map((value) => (value > 127 ? 'f' : '0'))
    const expected = (corner: string) => [1, 3, 5].map((at) => corner[at])
    expect(await colour(20, 20)).toEqual(expected(corners.topLeft))
    expect(await colour(180, 20)).toEqual(expected(corners.topRight))
    expect(await colour(20, 80)).toEqual(expected(corners.bottomLeft))
    expect(await colour(180, 80)).toEqual(expected(corners.bottomRight))
  }
})

test('neither sources nor variants contain metadata', async () => {
  const app = await testApp()
  const jpeg = await cameraPicture(6)
  const png = await sharp(jpeg).keepMetadata().png().toBuffer()
  const webp = await sharp(jpeg).keepMetadata().webp().toBuffer()
  for (const file of [jpeg, png, webp]) {
    expect((await sharp(file).metadata()).exif!.includes('A secret')).toBe(true)
    const image = await upload(app, file)
    const files = [sourceOf(app, image)]
    for (const format of ['jpg', 'webp', 'avif'] as const) files.push(await variantOf(app, image, format))
    for (const stored of files) {
      const { exif, xmp, iptc } = await sharp(stored).metadata()
      expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined])
      expect(readFileSync(stored).includes('secret')).toBe(false)
    }
  }
})

test('an image of 50 megapixels is accepted and downscaled', async () => {
  const app = await testApp()
  const image = await upload(app, await plainPicture(8660, 5774).jpeg({ quality: 60 }).toBuffer())
  expect(image.picture).toMatchObject({ width: 4000, height: 2667, widths: [320, 480, 640, 960, 1280, 1600, 2400] })
  expect(image.url).toBe(`/media/${image.picture.key}/2400.jpg`)
  expect(await sharp(await variantOf(app, image, 'jpg')).metadata()).toMatchObject({ width: 2400, height: 1600 })
})

test('an image that needs too much memory is rejected by its header', async () => {
  const app = await testApp()
  const started = performance.now()
  const liar = blackPng(30_000, 30_000, { pixels: false })
  await expectError(app, imageForm(liar), 422, 'This picture has 900 megapixels. Please keep it under 60.')
  const bomb = blackPng(12_000, 12_000)
  expect(bomb.length).toBeLessThan(50_000)
  await expectError(app, imageForm(bomb), 422, 'This picture has 144 megapixels. Please keep it under 60.')
  await expectError(app, imageForm(blackPng(60_000_001, 1, { pixels: false })), 422, /megapixels|damaged/)
  expect(performance.now() - started).toBeLessThan(5000)
  const progressive = await plainPicture(8000, 6500).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer()
  await expectError(app, imageForm(progressive), 422, 'without “progressive” or “interlaced”')
})

test('an AVIF that needs too much memory is rejected with advice that suits it', async () => {
  const avif = await plainPicture(60, 40).avif({ effort: 0, bitdepth: 10 }).toBuffer()
  // The property with the size: version and flags, width, height.
  const size = avif.indexOf('ispe') + 8
  avif.writeUInt32BE(7000, size)
  avif.writeUInt32BE(5000, size + 4)
  const advice = 'This picture takes too much memory to unpack. Please save it smaller, or as a JPEG.'
  await expectError(await testApp(), imageForm(avif), 422, advice)
})

test.each(['gif', 'webp'] as const)(
  'an animated %s keeps moving as WebP, and stands still in the other formats',
  async (format) => {
    const app = await testApp()
    const image = await upload(app, await animation(format, 5, 400, 300))
    expect(image).toMatchObject({ format, isAnimated: true, url: `/media/${image.picture.key}/400.webp` })
    expect(image.picture).toMatchObject({ width: 400, height: 300 })
    const { pages, delay } = await sharp(await variantOf(app, image, 'webp')).metadata()
    expect([pages, delay]).toEqual([5, [80, 80, 80, 80, 80]])
    for (const still of ['jpg', 'avif'] as const) {
      const metadata = await sharp(await variantOf(app, image, still)).metadata()
      expect([metadata.pages ?? 1, metadata.height]).toEqual([1, 300])
    }
  },
)

test('an animation with too many frames is rejected with advice', async () => {
  const app = await testApp()
  const long = await animation('gif', 301, 4, 4)
  await expectError(app, imageForm(long), 422, /^This animation is too long: 301 frames of 4 × 4\. Please make it/)
})

test('transparency is preserved in WebP and AVIF, and white in JPEG', async () => {
  const app = await testApp()
  const glass = await sharp({ create: { width: 80, height: 40, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer()
  const image = await upload(app, glass, 'logo.png')
  expect(image.url).toBe(`/media/${image.picture.key}/80.webp`)
  expect((await pixel(await variantOf(app, image, 'webp'), 5, 5))[3]).toBe(0)
  expect((await pixel(await variantOf(app, image, 'avif'), 5, 5))[3]).toBe(0)
  expect(await pixel(await variantOf(app, image, 'jpg'), 5, 5)).toEqual([255, 255, 255])
  const solid = await sharp({ create: { width: 80, height: 40, channels: 4, background: '#123456' } })
    .png()
    .toBuffer()
  expect((await upload(app, solid, 'solid.png')).url).toMatch(/80\.jpg$/)
})

test('5 MB are accepted, one byte more is not', async () => {
  const app = await testApp()
  const jpeg = await plainPicture().jpeg().toBuffer()
  const filled = (size: number) => Buffer.concat([jpeg, Buffer.alloc(size - jpeg.length)])
  await expectError(app, imageForm(filled(MAX + 1)), 413, 'File is larger than 5242880 bytes')
  expect((await upload(app, filled(MAX))).bytes).toBe(MAX)
  expect((await upload(app, filled(MAX - 1))).bytes).toBe(MAX - 1)
})

test('no file, an empty one, two, or one in another field is rejected with the reason', async () => {
  const app = await testApp()
  const jpeg = await plainPicture().jpeg().toBuffer()
  await expectError(app, imageForm(Buffer.alloc(0)), 422, 'File is smaller than 26 bytes')
  await expectError(app, imageForm(jpeg.subarray(0, 25)), 422, 'File is smaller than 26 bytes')
  const two = imageForm(jpeg)
  two.append('image', new Blob([new Uint8Array(jpeg)]), 'second.jpg')
  await expectError(app, two, 422, 'Too many files')
  const missing = 'Please send the picture in the field “image”'
  await expectError(app, imageForm(jpeg, 'a.jpg', 'A', 'file'), 422, missing)
  const text = new FormData()
  text.append('image', 'https://example.com/a.jpg')
  await expectError(app, text, 422, missing)
  await expectError(app, new FormData(), 422, /field “image”|could not be read/)
  await expectError(app, '{}', 415, 'multipart/form-data')
})

test('a truncated form is rejected', async () => {
  const { asOwner } = await testApp()
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  for (const body of [
    '',
    '--x',
    '--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n\xff\xd8\xff',
  ]) {
    const response = await asOwner('/api/images', { method: 'POST', headers, body })
    expect([response.status, await response.json()]).toEqual([
      422,
      { message: 'The form could not be read. Please try again.' },
    ])
  }
})

test.each([
  ['a "quoted" & <b>bold< 100% name.jpg', 'a "quoted" & <b>bold< 100% name'],
  ['çilek 🍓 日本語.PNG', 'çilek 🍓 日本語'],
  ['C:\\fakepath\\face.jpg', 'face'],
  ['../../etc/passwd.png', 'passwd'],
  ['.hidden', '.hidden'],
  ['no extension', 'no extension'],
  ['two.dots.jpeg', 'two.dots'],
  ['line\nbreak.jpg', 'line break'],
  ['=cmd|calc.jpg', '=cmd|calc'],
  [`${'x'.repeat(600)}.jpg`, 'x'.repeat(500)],
])('the name %j is kept as a name and nothing else', async (name, expected) => {
  const app = await testApp()
  const image = await upload(app, await plainPicture().jpeg().toBuffer(), name)
  expect(image.altText).toBe(expected)
  expect(image.isDescribed).toBe(false)
  expect(await readdir(app.mediaDir)).toEqual([image.picture.key])
})

test('uploading a file again returns the existing image, and restores a deleted one', async () => {
  const app = await testApp()
  const file = await plainPicture().jpeg().toBuffer()
  const image = await upload(app, file, 'first.jpg', 'A jar')
  const again = async () => {
    const response = await app.asOwner('/api/images', { body: imageForm(file, 'second.jpg', 'second') })
    return [response.status, await response.json()]
  }
  expect(await again()).toEqual([200, image])
  expect((await app.asOwner(`/api/images/${image.id}`, { method: 'DELETE' })).status).toBe(200)
  expect(await (await app.asOwner('/api/images')).json()).toEqual([])
  expect(await again()).toEqual([200, image])
  expect(await (await app.asOwner('/api/images')).json()).toEqual([image])
})

test('concurrent uploads of a file create one image', async () => {
  const app = await testApp()
  const file = await plainPicture().jpeg().toBuffer()
  const sent = Array.from({ length: 4 }, () => app.asOwner('/api/images', { body: imageForm(file) }))
  const answers = await Promise.all(sent)
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201])
  expect(new Set(await Promise.all(answers.map((result) => result.text()))).size).toBe(1)
  expect((await countRows(app.db)).images).toBe(1)
})

test('a repeat with its Idempotency-Key gets the first response; another file with it is rejected', async () => {
  const app = await testApp()
  const headers = { 'idempotency-key': 'upload-1234' }
  const file = await plainPicture().jpeg().toBuffer()
  const send = (body: FormData) => app.asOwner('/api/images', { body, headers })
  const first = await send(imageForm(file))
  const repeat = await send(imageForm(file))
  expect([first.status, repeat.status, repeat.headers.get('idempotent-replayed')]).toEqual([201, 201, 'true'])
  expect(await repeat.json()).toEqual(await first.json())
  expect((await send(imageForm(await plainPicture(60).jpeg().toBuffer()))).status).toBe(422)
})

test('an upload that died between its file and its row is completed by the next', async () => {
  const app = await testApp()
  const file = await plainPicture().jpeg().toBuffer()
  const { picture, id } = await upload(app, file)
  await app.db.deleteFrom('images').where('id', '=', id).execute()
  expect((await upload(app, file)).picture).toEqual(picture)
})

test('a stalled upload times out', async () => {
  const app = await testApp()
  const headers = { cookie: await ownerCookie(app), 'content-type': 'multipart/form-data; boundary=x' }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let body: ReadableStream | undefined
  const isRead = new Promise<void>((resolve) => {
    body = new ReadableStream({ pull: () => resolve() }, { highWaterMark: 0 })
  })
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
  const result = app.fetch(new Request('http://localhost/api/images', init))
  await isRead
  await vi.advanceTimersByTimeAsync(120_000)
  expect((await result).status).toBe(408)
})

test.each([
  [1, 1100],
  [1, 4000],
  [3, 60_000],
  [4000, 1],
])('a PNG of %i × %i pixels is accepted, with its variants', async (width, height) => {
  const app = await testApp()
  const image = await upload(app, await plainPicture(width, height).png().toBuffer())
  expect(image.picture.placeholder).toMatch(/^data:image\/webp;base64,/)
  for (const format of ['avif', 'webp', 'jpg'] as const)
    expect((await sharp(await variantOf(app, image, format)).metadata()).width).toBe(image.picture.widths.at(-1))
})

test('of many uploads at once, only a few are read into memory', async () => {
  const app = await testApp()
  const headers = { cookie: await app.cookie(), 'content-type': 'multipart/form-data; boundary=x' }
  const read: number[] = []
  const finish: (() => void)[] = []
  const responses = Array.from({ length: 10 }, (_, index) => {
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          read.push(index)
          return new Promise<void>((resolve) => {
            finish.push(() => {
              controller.close()
              resolve()
            })
          })
        },
      },
      { highWaterMark: 0 },
    )
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit
    return app.fetch(new Request('http://localhost/api/images', init))
  })
  await expect.poll(() => read.length).toBe(4)
  for (let index = 0; index < 10; index++) {
    await expect.poll(() => finish.length).toBeGreaterThan(index)
    expect(read.length).toBeLessThanOrEqual(index + 4)
    finish[index]!()
  }
  expect((await Promise.all(responses)).map(({ status }) => status)).toEqual(Array(10).fill(422))
})

test('over a real connection a too large file gets a response, whatever its Content-Length', async () => {
  const app = await testApp()
  const cookie = await ownerCookie(app)
  const server = createServer(getRequestListener(app.fetch))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const send = (bytes: number, headers: Record<string, string | number>) =>
    new Promise<[number, string]>((resolve, reject) => {
      const outgoing = sendRaw(
        {
          port,
          method: 'POST',
          path: '/api/images',
          agent: false,
          headers: { cookie, 'content-type': 'multipart/form-data; boundary=x', ...headers },
        },
        (response) => {
          let text = ''
          response.on('data', (chunk: Buffer) => {
            text += chunk.toString()
          })
          response.on('end', () => resolve([response.statusCode!, text]))
        },
      ).on('error', reject)
      outgoing.write('--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n')
      outgoing.write(Buffer.alloc(bytes, 97))
      outgoing.end('\r\n--x--\r\n')
    })
  const tooLarge = [413, '{"message":"File is larger than 5242880 bytes"}']
  expect(await send(20 * 1024 * 1024, {})).toEqual(tooLarge)
  expect(await send(20 * 1024 * 1024, { 'transfer-encoding': 'chunked' })).toEqual(tooLarge)
  expect(await send(1, { 'content-length': 10_000_000_000 })).toEqual(tooLarge)
  expect((await countRows(app.db)).images).toBe(0)
})

/** The session cookie of `asOwner`. */
async function ownerCookie({ asOwner, request }: TestApp): Promise<string> {
  await asOwner('/api/images')
  const result = await request('/api/auth/login', { json: { username: 'nora', password: 'a long enough password' } })
  return result.headers.getSetCookie()[0]!.split(';')[0]!
}
