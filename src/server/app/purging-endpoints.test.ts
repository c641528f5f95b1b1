import { expect, test } from 'vitest'
import { testApp } from '../../../test/test-app.ts'
import { setUpOwner } from '../../contract/accounts/account.ts'

test('every write that purges runs in a transaction, in which its purges are announced', async () => {
  const { endpoints } = await testApp()
  const purging = endpoints.filter((endpoint) => endpoint.method !== 'GET' && endpoint.purges.length > 0)
  expect(purging.length).toBeGreaterThan(30)
  // The set-up has a transaction of its own.
  expect(purging.filter(({ idempotent }) => !idempotent)).toEqual([setUpOwner])
})

test('what deletes or hides something never purges softly', async () => {
  const { endpoints } = await testApp()
  const removing = endpoints.filter(({ method, path }) => method === 'DELETE' || /delete|deactivate|import/.test(path))
  expect(removing.length).toBeGreaterThan(10)
  for (const endpoint of removing) expect('softPurge' in endpoint, `${endpoint.method} ${endpoint.path}`).toBe(false)
})
