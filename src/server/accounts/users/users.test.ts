import { expect, test } from 'vitest'
import { makeUser } from '../../../../test/factories.ts'
import { maliciousTexts } from '../../../../test/malicious-input.ts'
import { testApp } from '../../../../test/test-app.ts'

test('GET /api/users/1 returns the public profile and no account data', async () => {
  const { db, request } = await testApp()
  await makeUser(db, { image: '/media/none/320.jpg' })
  const response = await request('/api/users/1')
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({
    id: 1,
    name: 'Nora Ellery',
    bio: 'I write about skincare for people who are just beginning.',
    image: '/media/none/320.jpg',
  })
})

test('an unknown user is not found', async () => {
  const { db, request } = await testApp()
  await makeUser(db)
  const ids = maliciousTexts.map((text) => encodeURIComponent(text.toWellFormed()))
  for (const id of [...ids, '2', '0', '-1', '2147483648', 'nora', '%E0%A4%A']) {
    const response = await request(`/api/users/${id}`)
    expect(response.status, id).toBe(404)
    expect(await response.json(), id).toEqual({ message: 'User not found' })
  }
})
