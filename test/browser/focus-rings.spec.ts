import { findHiddenRings } from './focus-rings.ts'
import { openAdmin } from './owner.ts'
import { expect, open, test } from './site-test.ts'

// The preview of the appearance runs no script.
test.use({ expectedProblems: /^Blocked script execution in '[^']+\/api\/appearance\/preview/ })

test('in a walk with the Tab key each kind of control shows at least 40 % of its ring', { tag: '@gate' }, async ({
  page,
}) => {
  test.setTimeout(120_000)
  const compared = new Set<string>()
  for (const path of ['/', '/contact']) {
    await open(page, path)
    expect.soft((await findHiddenRings(page, compared)).hidden, path).toEqual([])
  }
  await openAdmin(page, '/admin/posts')
  expect.soft((await findHiddenRings(page, compared)).hidden).toEqual([])
})
