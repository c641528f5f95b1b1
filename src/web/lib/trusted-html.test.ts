import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => void vi.resetModules())
afterEach(() => void vi.unstubAllGlobals())

test('without trusted types, as on the server, HTML is a string', async () => {
  const { trustedHtml } = await import('./trusted-html.ts')
  expect(trustedHtml('<p>a</p>')).toBe('<p>a</p>')
})

test('a browser with trusted types gets them from one policy, which is created once', async () => {
  const created: string[] = []
  vi.stubGlobal('trustedTypes', {
    createPolicy(name: string, { createHTML }: { createHTML(html: string): string }) {
      created.push(name)
      return { createHTML: (html: string) => ({ trusted: createHTML(html) }) }
    },
  })
  const { trustedHtml } = await import('./trusted-html.ts')
  expect([trustedHtml('<p>a</p>'), trustedHtml('b')]).toEqual([{ trusted: '<p>a</p>' }, { trusted: 'b' }])
  expect(created).toEqual(['dewlight'])
})
