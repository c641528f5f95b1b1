import { expect, test } from 'vitest'
import { makeCategory } from '../../../../test/factories.ts'
import { maliciousTexts } from '../../../../test/malicious-input.ts'
import { testApp } from '../../../../test/test-app.ts'

test('GET /api/categories lists all categories in the owner’s order', async () => {
  const { db, request } = await testApp()
  await makeCategory(db, { name: 'Second', position: 2 })
  await makeCategory(db, { name: 'First', position: 1 })
  const response = await request('/api/categories')
  expect(response.status).toBe(200)
  const names = ((await response.json()) as { name: string }[]).map((category) => category.name)
  expect(names).toEqual(['First', 'Second'])
})

test('GET /api/categories returns an empty list without categories', async () => {
  const { request } = await testApp()
  expect(await (await request('/api/categories')).json()).toEqual([])
})

test('a category is found by its slug and by its id', async () => {
  const { db, request } = await testApp()
  const id = await makeCategory(db, {
    slug: 'sun-care',
    name: 'Sun care',
    description: 'Every day, all year.',
    image_url: 'https://pictures.example/sun.jpg',
    image_alt: 'A tube in the sun',
  })
  const category = {
    id,
    slug: 'sun-care',
    name: 'Sun care',
    description: 'Every day, all year.',
    imageUrl: 'https://pictures.example/sun.jpg',
    imageAlt: 'A tube in the sun',
    picture: null,
  }
  expect(await (await request('/api/categories/sun-care')).json()).toEqual(category)
  expect(await (await request(`/api/categories/${id}`)).json()).toEqual(category)
})

test('a numeric slug takes precedence over an id', async () => {
  const { db, request } = await testApp()
  const first = await makeCategory(db, { slug: 'cleansing' })
  await makeCategory(db, { slug: String(first), name: 'Called by a number' })
  expect(await (await request(`/api/categories/${first}`)).json()).toMatchObject({ name: 'Called by a number' })
})

test('an unknown category is 404, whatever its name', async () => {
  const { db, request } = await testApp()
  await makeCategory(db)
  const names = maliciousTexts.map((text) => encodeURIComponent(text.toWellFormed()))
  for (const name of [...names, '999', '01', '1e0', '0x1', '%E0%A4%A', 'a'.repeat(201), 'SUN-CARE']) {
    const response = await request(`/api/categories/${name}`)
    expect(response.status, name).toBe(404)
    expect(await response.json(), name).toEqual({ message: 'Category not found' })
  }
})
