import { expect, test } from 'vitest'
import { awinReport, importReport } from '../../../../../test/import-report.ts'
import { type TestApp, testApp } from '../../../../../test/test-app.ts'
import type { UnattributedGroup } from '../../../../contract/shop/earning-rules.ts'

async function readPage(app: TestApp, query: string) {
  const response = await app.asOwner(`/api/earnings/unattributed?${query}`)
  expect(response.status).toBe(200)
  return { total: response.headers.get('x-total-count'), groups: (await response.json()) as UnattributedGroup[] }
}

test('all tracking IDs and sub-ids without a place can be reached, page by page', async () => {
  const app = await testApp()
  const count = 230
  await importReport(
    app,
    awinReport(
      Array.from({ length: count }, (_, id) => ({ id, ref: `ref-${id}`, commission: id < 5 ? '9.00' : '1.00' })),
    ),
  )
  const values = new Set<string>()
  for (const page of [1, 2, 3]) {
    const { total, groups } = await readPage(app, `page=${page}&limit=100`)
    expect(total).toBe(String(count))
    expect(groups).toHaveLength([100, 100, 30][page - 1]!)
    for (const { value } of groups) values.add(value)
  }
  expect(values.size).toBe(count)
  expect((await readPage(app, 'limit=5')).groups.every(({ earned }) => earned === 900)).toBe(true)
  expect(await readPage(app, 'page=9&limit=100')).toEqual({ total: String(count), groups: [] })
})
