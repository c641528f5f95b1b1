import { expect, test } from 'vitest'
import { makePost, makeProduct } from '../../../../test/factories.ts'
import { testApp } from '../../../../test/test-app.ts'
import { purgeTrash } from './trash.ts'

const deleted_at = '2026-01-02T00:00:00.000Z'

test('what has been in the trash for long is purged, but products that reports of clicks and sales name', async () => {
  const { db } = await testApp()
  const product = (name: string, over = {}) => makeProduct(db, { name, deleted_at, ...over })
  const ids = { unused: await product('Unused'), clicked: await product('Clicked'), old: await product('Clicked once') }
  await product('Deleted later', { deleted_at: '2026-02-02T00:00:00.000Z' })
  await product('In the shop', { deleted_at: null })
  // More than one batch stays.
  for (let count = 0; count < 120; count++) {
    const product_id = await product(`Sold ${count}`)
    await db.insertInto('daily_totals').values({ day: '2025-12-01', product_id, clicks: 1 }).execute()
  }
  await product('Unused as well')
  await db.insertInto('daily_totals').values({ day: '2025-12-01', product_id: ids.clicked, clicks: 3 }).execute()
  await db.insertInto('monthly_totals').values({ month: '2024-12', product_id: ids.old, clicks: 1 }).execute()
  await makePost(db, { title: 'Deleted', deleted_at })

  await purgeTrash(db, '2026-02-01T00:00:00.000Z')

  const products = await db.selectFrom('products').select('name').orderBy('id').execute()
  expect(products.map(({ name }) => name).filter((name) => !name.startsWith('Sold'))).toEqual([
    'Clicked',
    'Clicked once',
    'Deleted later',
    'In the shop',
  ])
  expect(products.length).toBe(124)
  expect(await db.selectFrom('posts').select('id').execute()).toEqual([])
})
