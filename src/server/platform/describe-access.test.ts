import { expect, test } from 'vitest'
import { sentence } from './describe-access.ts'

test('a refusal names the folder, its owner, its mode and who runs', () => {
  const names = new Map([
    [0, 'root'],
    [998, 'dewlight'],
  ])
  expect(sentence('/var/lib/dewlight', { uid: 0, mode: 0o40755 }, 998, names)).toBe(
    '/var/lib/dewlight belongs to root (uid 0) with mode 0755; Dewlight runs as dewlight (uid 998).',
  )
  expect(sentence('/data', { uid: 1000, mode: 0o40700 }, 10001, names)).toBe(
    '/data belongs to uid 1000 with mode 0700; Dewlight runs as uid 10001.',
  )
})
