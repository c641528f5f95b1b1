import { readFileSync } from 'node:fs'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testApp } from '../../../../test/test-app.ts'
import { createErrorReport } from './error-report.ts'
import { loggedPath } from './logged-path.ts'

test('a logged path holds no secret and is bounded', () => {
  const token = 'abcdefghijklmnopqrstuvwxyz-_0123456789ABCDEFG'
  expect(loggedPath(`/shared-preview/${token}`)).toBe('/shared-preview/…')
  expect(loggedPath(`/api/previews/${token}`)).toBe('/api/previews/…')
  expect(loggedPath(`/reset-password?token=${token}`)).toBe('/reset-password')
  expect(loggedPath('/blog/washing')).toBe('/blog/washing')
  expect(loggedPath(`/${'x'.repeat(300)}`)).toHaveLength(200)
})

test('the report of an error names no token of a preview', () => {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const report = createErrorReport(pino({}, stream), () => undefined)
  report(new Error('no'), { requestId: '1', path: '/shared-preview/the-token' }, 'request failed')
  expect(lines.join()).toContain('/shared-preview/…')
  expect(lines.join()).not.toContain('the-token')
})

test('each route with a secret in its path is cut, and the files for nginx and Caddy cut the same paths', async () => {
  const { routes } = await testApp()
  const secret = routes.map(({ path }) => path).filter((path) => /:(?:token|secret)\b|:link\/:key/.test(path))
  expect(secret.length).toBeGreaterThan(3)
  for (const path of [...secret, '/shared-preview/:token']) expect(loggedPath(path)).toMatch(/\/…$/)
  const [, paths = ''] =
    /\^\(\\\/\(\?:(.+?)\)\\\/\)/.exec(readFileSync('src/server/platform/http/logged-path.ts', 'utf8')) ?? []
  const cut = `/(?:${paths.replaceAll('\\/', '/').replaceAll('[^/]', '[^/?]')})/)[^?]`
  expect(cut).toContain('shared-preview|api/previews')
  for (const file of ['deploy/nginx/dewlight.conf', 'deploy/caddy/Caddyfile'])
    expect(readFileSync(file, 'utf8')).toContain(cut)
})
