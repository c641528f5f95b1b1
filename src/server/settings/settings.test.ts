import { expect, test } from 'vitest'
import { makeUser } from '../../../test/factories.ts'
import { TEST_ORIGIN, testApp } from '../../../test/test-app.ts'
import { saveSettings } from './settings.repo.ts'

test('a new site says what the specification says', async () => {
  const { ask } = await testApp()
  const response = await ask('/api/site')
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({
    brand: 'Dewlight',
    tagline: 'Expert advice and product recommendations for your skincare journey.',
    categoriesHeading: 'Style Categories',
    postsHeading: 'Latest Style Inspiration',
    productsHeading: 'Shop Recommended Products',
    shopHeading: 'Shop My Looks',
    cardBadge: 'Fashion',
    disclosure:
      'This section contains affiliate links. I may earn a small commission if you purchase through these links, at no additional cost to you.',
    timeZone: 'America/New_York',
    origin: TEST_ORIGIN,
    heroPicture: null,
    demoAccount: null,
  })
})

test('what the owner changed replaces the default, and the rest stays', async () => {
  const { db, ask } = await testApp()
  await saveSettings(db, { brand: 'Petal & Dew', cardBadge: '' }, '2026-03-10T15:00:00.000Z')
  await saveSettings(db, { brand: 'Dew & Petal' }, '2026-03-10T15:01:00.000Z')
  expect(await (await ask('/api/site')).json()).toMatchObject({
    brand: 'Dew & Petal',
    cardBadge: '',
    postsHeading: 'Latest Style Inspiration',
  })
})

test('the demo account’s credentials are shown while there is one, and never another account’s', async () => {
  const { db, ask } = await testApp()
  const id = await makeUser(db, { username: 'admin', is_demo: true })
  expect(await (await ask('/api/site')).json()).toMatchObject({ demoAccount: { username: 'admin' } })
  await db.updateTable('users').set({ is_demo: false }).where('id', '=', id).execute()
  expect(await (await ask('/api/site')).json()).toMatchObject({ demoAccount: null })
})
