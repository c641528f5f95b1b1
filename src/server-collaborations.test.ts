import { expect, test } from 'vitest'
import { testSite } from '../test/test-site.ts'
import { saveSettings } from './server/accounts/settings/settings.repo.ts'

const contactPage = async (collaborations?: string) => {
  const { get } = await testSite({
    rows: async (db) => {
      if (collaborations !== undefined) await saveSettings(db, { collaborations }, '2026-03-10T15:00:00.000Z')
    },
  })
  const [contact, home] = await Promise.all(['/contact', '/'].map(async (path) => (await get(path)).text()))
  expect(home).not.toContain('"collaborations"')
  return contact!
}

test('the contact page offers the collaborations of the settings', async () => {
  const standard = await contactPage()
  expect(standard.match(/<h3 dir="auto">([^<]+)/g)).toHaveLength(5)
  expect(standard).toContain('Something beginners may need: what it is, what it costs and what makes it different.')
  const own = await contactPage('Workshops\n\n: \nTalks : At schools: free')
  expect(own).toContain('<h3 dir="auto">Workshops</h3></li>')
  expect(own).toMatch(/<h3 dir="auto">Talks<\/h3><p dir="auto"[^>]*>At schools: free<\/p>/)
  expect(own).not.toContain('Brand partnerships')
})

test('without any, the contact page has no section about them', async () => {
  const html = await contactPage('')
  expect(html).toContain('Write to me')
  expect(html).not.toContain('Collaboration Inquiries')
})
