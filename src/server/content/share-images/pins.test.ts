import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makeCategory, makePost } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/test-app.ts'
import { uploadPicture } from '../../../../test/upload-picture.ts'
import type { PinLayout } from '../../../contract/content/pins.ts'
import type { EditablePost } from '../../../contract/content/posts.ts'
import { saveSettings } from '../../accounts/settings/settings.repo.ts'

type Pixels = (x: number, y: number) => [red: number, green: number, blue: number]

async function readPin(response: Response): Promise<Pixels> {
  expect(response.status, await (response.ok ? '' : response.clone().text())).toBe(200)
  expect(response.headers.get('content-type')).toBe('image/jpeg')
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1000, height: 1500 })
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return (x, y) => {
    const at = (y * info.width + x) * info.channels
    return [data[at]!, data[at + 1]!, data[at + 2]!]
  }
}

const isBlue = ([red, green, blue]: number[]) => blue! > 200 && red! < 60 && green! < 60
const isRed = ([red, green, blue]: number[]) => red! > 200 && green! < 60 && blue! < 60
const isPaper = (colour: number[]) => colour.every((value) => value > 225)
const isDark = (colour: number[]) => colour.every((value) => value < 120)

/** Whether a row of pixels has ink in it, as one through a line of text does. */
const hasInk = (pixels: Pixels, from: number, to: number, left: number, right: number) => {
  for (let y = from; y < to; y += 2) for (let x = left; x < right; x += 2) if (isDark(pixels(x, y))) return true
  return false
}

/** Where each layout shows the picture, and paper. */
const places: Record<PinLayout, { picture: [number, number][]; paper: [number, number][]; title: number[] }> = {
  below: {
    picture: [
      [20, 20],
      [980, 900],
    ],
    paper: [
      [20, 1000],
      [980, 1480],
    ],
    title: [1072, 1372, 80, 920],
  },
  over: {
    picture: [
      [20, 20],
      [980, 1480],
      [30, 1300],
    ],
    paper: [[90, 1400]],
    title: [700, 1400, 130, 870],
  },
  framed: {
    picture: [
      [110, 570],
      [890, 1350],
    ],
    paper: [
      [60, 60],
      [500, 540],
      [940, 1440],
    ],
    title: [172, 512, 100, 900],
  },
}

for (const [layout, { picture, paper, title }] of Object.entries(places))
  test(`the layout “${layout}” shows the cover, the title and paper at their places`, async () => {
    const app = await testApp()
    const cover = await uploadPicture(app, '#0000ff')
    await makePost(app.db, { slug: 'pinned-post', title: 'Niacinamide first', cover_image: cover, pin_layout: layout })
    const response = await app.request('/share/pins/pinned-post.jpg')
    expect(response.headers.get('cache-control')).toBe('public, max-age=86400')
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const pixels = await readPin(response)
    for (const [x, y] of picture) expect(isBlue(pixels(x, y)), `picture at ${x}, ${y}: ${pixels(x, y)}`).toBe(true)
    for (const [x, y] of paper) expect(isPaper(pixels(x, y)), `paper at ${x}, ${y}: ${pixels(x, y)}`).toBe(true)
    const [from = 0, to = 0, left = 0, right = 0] = title
    expect(hasInk(pixels, from, to, left, right)).toBe(true)
  })

test('the pin shows its own picture, else the cover, else the first picture of the text, else none', async () => {
  const app = await testApp()
  const [blue, red] = [await uploadPicture(app, '#0000ff'), await uploadPicture(app, '#ff0000', 700)]
  const content = `<p>${'Wash your face. '.repeat(5)}</p><p><img src="${red}" alt="A"></p>`
  await makePost(app.db, { slug: 'own-picture', cover_image: blue, pin_image: red })
  await makePost(app.db, { slug: 'text-picture', cover_image: '', content })
  await makePost(app.db, { slug: 'no-picture', cover_image: 'https://other.example/a.jpg' })
  const at = async (slug: string) => (await readPin(await app.request(`/share/pins/${slug}.jpg`)))(20, 20)
  expect(isRed(await at('own-picture'))).toBe(true)
  expect(isRed(await at('text-picture'))).toBe(true)
  expect(isBlue(await at('no-picture'))).toBe(false)
})

test('any title, category and brand fits', async () => {
  const app = await testApp()
  const titles = [
    'W'.repeat(200),
    'A < B & "C" <b>',
    'A long word '.repeat(16),
    '🧴 皮膚 جلد',
    '\u200b\u200b\u200b\u200b\u200b',
    'ł ß ő'.repeat(9),
  ]
  for (const [index, title] of titles.entries()) {
    const category = await makeCategory(app.db, { name: index % 2 ? 'W'.repeat(60) : 'Sun & <water>' })
    const slug = `title-${index}`
    const layout = Object.keys(places)[index % 3]!
    await makePost(app.db, { slug, title, category_id: category, pin_layout: layout })
    await readPin(await app.request(`/share/pins/${slug}.jpg`))
  }
})

test('drafts and unknown posts have no pin', async () => {
  const app = await testApp()
  await makePost(app.db, { slug: 'a-draft-post', published_at: null })
  for (const name of ['a-draft-post.jpg', 'unknown.jpg', '..%2Fsite.jpg', `${'a'.repeat(300)}.jpg`])
    expect((await app.request(`/share/pins/${name}`)).status, name).toBe(404)
})

test('the owner alone sees a preview of what is typed, which no cache keeps', async () => {
  const app = await testApp()
  const cover = await uploadPicture(app, '#0000ff')
  const address = `/api/pin-preview?${new URLSearchParams({ layout: 'below', title: 'Typed <title>', image: cover })}`
  expect((await app.request(address)).status).toBe(401)
  const response = await app.asOwner(address)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(isBlue((await readPin(response))(20, 20))).toBe(true)
  expect((await app.asOwner('/api/pin-preview?layout=other&title=A')).status).toBe(400)
  const elsewhere = new URLSearchParams({ layout: 'over', title: 'A', image: 'http://127.0.0.1:1/a.jpg' })
  await readPin(await app.asOwner(`/api/pin-preview?${elsewhere}`))
})

test('the owner alone learns which characters of the title, the category and the brand a pin leaves out', async () => {
  const app = await testApp()
  await saveSettings(app.db, { brand: 'Dew\u{10fffb}' }, '2026-03-10T15:00:00.000Z')
  const address = (texts: Record<string, string>) => `/api/pin-text-check?${new URLSearchParams(texts)}`
  const texts = { title: 'Crème \u{10fffd} łagodna \u{10fffd}', label: 'Уход \u{10fffc}' }
  expect((await app.request(address(texts))).status).toBe(401)
  const response = await app.asOwner(address(texts))
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ missing: ['\u{10fffd}', '\u{10fffc}', '\u{10fffb}'] })
  expect((await app.asOwner(address({ title: 'a'.repeat(201) }))).status).toBe(400)
})

test('layout and picture of a pin are stored with the post, and reach its readers', async () => {
  const app = await testApp()
  const id = await makePost(app.db, { slug: 'pinned-post' })
  const source = (await (await app.asOwner(`/api/posts/${id}/source`)).json()) as EditablePost
  expect(source).toMatchObject({ pinLayout: null, pinImage: '' })
  const put = (over: object) =>
    app.asOwner(`/api/posts/${id}`, { method: 'PUT', json: { ...source, coverImage: '/media/none/640.jpg', ...over } })
  const saved = await put({ pinLayout: 'framed', pinImage: '/media/tall/640.jpg' })
  expect(saved.status, await saved.clone().text()).toBe(200)
  const shown = await (await app.request('/api/posts/pinned-post')).json()
  expect(shown).toMatchObject({ pinLayout: 'framed', pinImage: '/media/tall/640.jpg' })
  expect((await put({ pinLayout: 'round' })).status).toBe(400)
  await app.db.updateTable('posts').set({ pin_layout: 'of-a-newer-version' }).where('id', '=', id).execute()
  expect(await (await app.request('/api/posts/pinned-post')).json()).toMatchObject({ pinLayout: null })
})
