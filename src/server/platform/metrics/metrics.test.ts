import { Writable } from 'node:stream'
import { pino } from 'pino'
import { AggregatorRegistry, Gauge } from 'prom-client'
import { expect, test } from 'vitest'
import { testListener } from '../../../../test/test-listener.ts'
import { monitorPressure } from '../http/pressure.ts'
import { createRequestLog } from '../http/request-log.ts'
import { createMetrics, jobStates } from './metrics.ts'

const token = 'a token of the tests'

test('metrics are available on loopback and with the token', async () => {
  const { get, port } = await testListener({ metricsToken: token })
  expect((await get('/metrics')).status).toBe(200)
  for (const headers of [
    { 'x-forwarded-for': '203.0.113.7' },
    { 'x-real-ip': '203.0.113.7' },
    { forwarded: 'for=203.0.113.7' },
    { via: '1.1 proxy' },
    { host: 'dew.example' },
    { host: 'dew.example', authorization: 'Bearer a token of the others' },
    { host: 'dew.example', authorization: 'Bearer ' },
  ] as Record<string, string>[]) {
    const rejected = await get('/metrics', { headers })
    expect(rejected.status, JSON.stringify(headers)).toBe(403)
    expect(rejected.text).not.toContain('dewlight_')
  }
  const headers = { host: 'dew.example', 'x-forwarded-for': '203.0.113.7', authorization: `Bearer ${token}` }
  const response = await get('/metrics', { headers })
  expect(response.status).toBe(200)
  expect(response.headers['content-type']).toContain('text/plain; version=0.0.4')
  expect(response.headers['cache-control']).toBe('no-store')
  expect(port).toBeGreaterThan(0)
})

test('metrics of a site that others can reach need the token on loopback too', async () => {
  const { get } = await testListener({ metricsToken: token, needsMetricsToken: true })
  const refused = await get('/metrics')
  expect(refused.status).toBe(403)
  expect(refused.text).toBe('The measurements are for whoever has METRICS_TOKEN\n')
  expect((await get('/metrics', { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
})

test('no bearer token is valid when none is configured', async () => {
  const { get } = await testListener()
  for (const authorization of ['Bearer ', 'Bearer undefined', 'Bearer'])
    expect((await get('/metrics', { headers: { host: 'dew.example', authorization } })).status).toBe(403)
})

test('metrics cover requests, renders, the page cache, queries, the event loop, memory, and added collectors', async () => {
  const { get, metrics } = await testListener()
  metrics.queried(0.0002)
  await get('/blog')
  await get('/blog')
  await get('/blog?utm_source=x')
  const { text } = await get('/metrics')
  expect(text).toMatch(/^dewlight_render_duration_seconds_count\{outcome="done"\} 1$/m)
  expect(text).toMatch(/^dewlight_page_cache_hits_total\{status="200"\} 2$/m)
  expect(text).toMatch(/^dewlight_page_cache_pages 1$/m)
  expect(text).toMatch(/^dewlight_page_cache_bytes [1-9]\d*$/m)
  expect(text).toMatch(/^dewlight_db_query_duration_seconds_count 1$/m)
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
  expect(text).toMatch(/^process_resident_memory_bytes /m)

  const { registry } = createMetrics([
    (registers) => new Gauge({ name: 'jobs_waiting', help: 'Jobs', registers: [registers] }).set(3),
  ])
  expect(await registry.metrics()).toMatch(/^jobs_waiting 3$/m)
})

test('a request is counted by the class of its path and logged without parameters, IP address or body', async () => {
  const lines: string[] = []
  const log = pino(
    { level: 'debug' },
    new Writable({
      write(chunk, _, done) {
        lines.push(String(chunk))
        done()
      },
    }),
  )
  const counted = createMetrics()
  const pressure = monitorPressure(() => 0)
  const { get } = await testListener({ logRequest: createRequestLog({ metrics: counted, pressure, log }) })
  const first = await get('/blog/a-post?token=secret', { headers: { 'x-forwarded-for': '203.0.113.7' } })
  await get('/api/analytics/click', { method: 'POST', headers: { 'x-request-id': 'given-by-a-proxy' } })
  await get('/%00', { method: 'BREW', headers: { 'x-request-id': 'no id, but <b>' } }).catch(() => {})
  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(entries[0]).toMatchObject({ method: 'GET', path: '/blog/a-post', status: 200, ms: expect.any(Number) })
  expect(entries[0]!.requestId).toBe(first.headers['x-request-id'])
  expect(entries[1]).toMatchObject({ method: 'POST', path: '/api/analytics/click', requestId: 'given-by-a-proxy' })
  expect(lines.join('')).not.toMatch(/secret|203\.0\.113|127\.0\.0\.1|<b>/)
  const text = await counted.registry.metrics()
  expect(text).toMatch(/^dewlight_http_requests_total\{class="page",method="GET",status="200"\} 1$/m)
  expect(text).toMatch(/^dewlight_http_requests_total\{class="click",method="POST",status="200"\} 1$/m)
  pressure.close()
})

test('jobs are reported once for all processes, and other metrics survive a database error', async () => {
  const status = { state: 'waiting' as const, nextAt: '2026-03-11T08:00:00.000Z', lastStartedAt: null }
  const list = async () => [
    { ...status, name: 'backup' as const, lastFinishedAt: '2026-03-10T08:00:00.000Z', lastError: 'No space left' },
    { ...status, name: 'retention' as const, lastFinishedAt: null, lastError: null },
  ]
  const processes = [createMetrics([jobStates(list, () => {})]), createMetrics([jobStates(list, () => {})])]
  const measured = await Promise.all(processes.map(({ registry }) => registry.getMetricsAsJSON()))
  const text = await AggregatorRegistry.aggregate(measured).metrics()
  expect(text).toMatch(/^dewlight_job_failing\{job="backup"\} 1$/m)
  expect(text).toMatch(/^dewlight_job_failing\{job="retention"\} 0$/m)
  expect(text).toMatch(/^dewlight_job_last_finished_timestamp_seconds\{job="backup"\} 1773129600$/m)
  expect(text).not.toMatch(/last_finished_timestamp_seconds\{job="retention"\}/)

  const errors: unknown[] = []
  const gone = new Error('The database is gone')
  const broken = createMetrics([
    jobStates(
      () => Promise.reject(gone),
      (error) => errors.push(error),
    ),
  ])
  expect(await broken.registry.metrics()).toContain('dewlight_render_duration_seconds')
  expect(errors).toContain(gone)
})
