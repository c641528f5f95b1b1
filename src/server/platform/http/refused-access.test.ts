import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testApp } from '../../../../test/test-app.ts'

test('refused requests of the owner’s endpoints are logged once a minute, by endpoint', async () => {
  const lines: string[] = []
  const { request } = await testApp({
    log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
  })
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  for (const cookie of ['', 'session=made-up'])
    expect((await request('/api/subscribers.csv', { headers: { cookie } })).status).toBe(401)
  expect((await request('/api/posts/7/source?secret=1')).status).toBe(401)
  expect((await request('/api/posts')).status).toBe(200)
  expect(lines).toEqual([])
  vi.advanceTimersByTime(60_000)
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0]!)).toMatchObject({
    msg: 'requests of the last minute had no session of the owner',
    endpoints: { 'GET /subscribers.csv': 2, 'GET /posts/:id/source': 1 },
  })
})
