import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makeProduct } from '../../../../test/factories.ts'
import { expectSentence, maliciousTexts } from '../../../../test/malicious-input.ts'
import { type TestApp, testApp } from '../../../../test/test-app.ts'
import { uploadPicture } from '../../../../test/upload-picture.ts'

const step = { time: 'morning', kind: 'Cleanser' }

async function pin(app: TestApp, input: object): Promise<Buffer> {
  const created = await app.asOwner('/api/routines', { json: input })
  const { slug } = (await created.json()) as { slug: string }
  const response = await app.request(`/share/routines/${encodeURIComponent(slug)}.png`)
  expect(response.status, slug).toBe(200)
  expect(response.headers.get('content-type')).toBe('image/png')
  expect(response.headers.get('cache-control')).toBe('public, max-age=86400')
  expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  return Buffer.from(await response.arrayBuffer())
}

test('a routine has a pin of 1000 x 1500 with any name and any number of steps', async () => {
  const app = await testApp()
  const many = Array.from({ length: 24 }, (_, i) => ({
    time: i < 12 ? 'morning' : 'evening',
    kind: `Step ${'w'.repeat(50)}`,
  }))
  for (const routine of [
    { name: 'Two steps before bed', summary: 'Calm <b>&amp;</b> short.', steps: [step, { ...step, time: 'evening' }] },
    { name: 'W'.repeat(120), summary: 'W'.repeat(200), steps: many },
    { name: 'Only evening', steps: [{ ...step, time: 'evening' }] },
    { name: '🧴 皮膚 جلد', steps: [] },
    { name: 'a\u200bb', summary: '\u200b', steps: [{ ...step, kind: 'a\u200bb' }] },
  ])
    expect(await sharp(await pin(app, routine)).metadata(), routine.name).toMatchObject({
      format: 'png',
      width: 1000,
      height: 1500,
    })
})

test('each step changes the pin', async () => {
  const app = await testApp()
  const one = await pin(app, { name: 'Calm', steps: [step] })
  const two = await pin(app, { name: 'Calm', steps: [step, step] })
  expect(one.equals(two)).toBe(false)
})

test('the pin shows the first four products of the routine, each once', async () => {
  const app = await testApp()
  const steps: object[] = []
  for (const background of ['#ff0000', '#ff0000', '#00ff00', '#0000ff', '#ffff00', '#00ffff']) {
    const image_url = await uploadPicture(app, background)
    steps.push({ ...step, productId: await makeProduct(app.db, { image_url }) })
  }
  const { data, info } = await sharp(await pin(app, { name: 'Calm', steps }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number) => [...data.subarray((180 * info.width + x) * 3, (180 * info.width + x) * 3 + 3)]
  const isOn = [150, 380, 620, 850].map((x) => at(x).map((channel) => channel > 128))
  expect(isOn).toEqual([
    [true, false, false],
    [false, true, false],
    [false, false, true],
    [true, true, false],
  ])
})

test('an unknown or hidden routine has no pin', async () => {
  const app = await testApp()
  await app.asOwner('/api/routines', { json: { name: 'Hidden', isActive: false } })
  const names = maliciousTexts.map((text) => `${encodeURIComponent(text.toWellFormed())}.png`)
  for (const name of [...names, 'hidden.png', 'x.png.png', `${'a'.repeat(300)}.png`]) {
    const response = await app.request(`/share/routines/${name}`)
    expect(response.status, name).toBe(404)
    await expectSentence(response, name)
  }
})
