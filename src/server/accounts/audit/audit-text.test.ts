import { expect, test } from 'vitest'
import { testApp } from '../../../../test/test-app.ts'
import { auditAreas, securityEvents } from '../../../contract/accounts/audit.ts'
import type { Endpoint } from '../../../contract/platform/endpoint.ts'
import { createAuditText } from './audit.routes.ts'

const isAudited = (endpoint: Endpoint) => 'audit' in endpoint

test('every write of the owner has a sentence that names the changed thing, or does without', async () => {
  const { endpoints } = await testApp()
  const textOf = createAuditText(endpoints)
  for (const { method, path } of endpoints.filter(isAudited)) {
    const entry = { method, path: path.replace(/:\w+/g, '7') }
    const name = `${method} ${path}`
    expect(textOf({ ...entry, subject: 'A calm evening' }), name).toMatch(/^[A-Z][a-z]+ [^/]+$/)
    expect(textOf({ ...entry, subject: '' }), name).toMatch(/^[A-Z][^/…“”:]*[a-z]$/)
  }
})

test('every download of the owner’s data has a sentence', async () => {
  const { endpoints } = await testApp()
  const types = ['text/csv', 'application/gzip']
  const downloads = endpoints.filter(
    ({ access, responses }) => access !== 'public' && types.includes(responses[200]?.contentType ?? ''),
  )
  expect(downloads.length).toBeGreaterThan(8)
  expect(downloads.filter((endpoint) => !isAudited(endpoint)).map(({ path }) => path)).toEqual([])
})

test('every security event has a sentence, with and without its device', async () => {
  const textOf = createAuditText([])
  for (const event of Object.keys(securityEvents)) {
    const entry = { method: 'EVENT', path: `/auth/${event}` }
    expect(textOf({ ...entry, subject: 'Chrome on Mac' }), event).toMatch(/^[A-Z][a-z]+ [^/]+$/)
    expect(textOf({ ...entry, subject: '' }), event).toMatch(/^[A-Z][^/…“”:]*[a-z]$/)
  }
  const entry = { method: 'EVENT', path: '/auth/of-a-newer-version', subject: '' }
  expect(textOf(entry)).toBe('EVENT /auth/of-a-newer-version')
})

test('every write of the owner belongs to exactly one area of the audit trail', async () => {
  const { endpoints } = await testApp()
  const nouns = Object.values(auditAreas).flatMap((area) => area.nouns as readonly string[])
  for (const { method, path } of endpoints.filter(isAudited))
    expect(
      nouns.filter((noun) => noun === path.replace(/\.csv$/, '').split('/')[1]),
      `${method} ${path}`,
    ).toHaveLength(1)
})

test.each([
  ['PUT', '/posts/12', 'A calm evening', 'Changed post “A calm evening”'],
  ['POST', '/posts/delete', 'One, Two', 'Deleted posts “One, Two”'],
  ['POST', '/posts/12/restore', 'A calm evening', 'Brought back post “A calm evening”'],
  ['DELETE', '/contacts/3', '1 message', 'Deleted 1 message'],
  ['PUT', '/settings', 'brand, heroTitle', 'Changed settings: Site name, Headline'],
  ['PUT', '/settings', 'brand, ofAnOlderVersion', 'Changed settings: Site name, ofAnOlderVersion'],
  ['PUT', '/posts/12', 'It costs $& and $1', 'Changed post “It costs $& and $1”'],
  ['POST', '/of-an-older/version', 'Thing', 'POST /of-an-older/version: Thing'],
])('%s %s of %s reads: %s', async (method, path, subject, text) => {
  const { endpoints } = await testApp()
  expect(createAuditText(endpoints)({ method, path, subject })).toBe(text)
})
