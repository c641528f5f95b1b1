import { expect, test } from 'vitest'
import { auditAreas } from '../../../contract/audit.ts'
import { endpoints } from '../../../contract/endpoints.ts'
import { activityLabel } from './activity-labels.ts'

const writes = endpoints.filter(({ owner, method }) => owner && method !== 'get')

test.each(
  writes.map(({ method, path }) => [method.toUpperCase(), path]),
)('%s %s has words of its own in the activity list, and an area', (method, path) => {
  const real = path.replace(/:\w+/g, '7')
  const text = activityLabel({ method, path: real, subject: 'A calm evening' })
  expect(text).toMatch(/^[A-Z][a-z]+ [^/]+$/)
  expect(activityLabel({ method, path: real, subject: '' })).toMatch(/^[A-Z][^/…“”:]*[a-z]$/)
  expect(Object.values(auditAreas).flat()).toContain(path.split('/')[1])
})

test.each([
  ['PUT', '/posts/12', 'A calm evening', 'Changed post “A calm evening”'],
  ['POST', '/posts/delete', 'One, Two', 'Deleted posts “One, Two”'],
  ['POST', '/posts/12/restore', 'A calm evening', 'Brought back post “A calm evening”'],
  ['DELETE', '/contacts/3', '1 message', 'Deleted 1 message'],
  ['PUT', '/settings', 'brand, heroTitle', 'Changed settings: Site name, Headline'],
  ['PUT', '/posts/12', 'It costs $& and $1', 'Changed post “It costs $& and $1”'],
  ['POST', '/of-an-older/version', 'Thing', 'POST /of-an-older/version: Thing'],
])('%s %s of %s reads: %s', (method, path, subject, text) => {
  expect(activityLabel({ method, path, subject })).toBe(text)
})
