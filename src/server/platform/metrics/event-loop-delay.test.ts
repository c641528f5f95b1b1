import { setTimeout as sleep } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { measureEventLoopDelay } from './event-loop-delay.ts'

/** Blocks the event loop, and yields to it in between as a busy server does. */
async function beBusy(times: number, milliseconds: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    const until = performance.now() + milliseconds
    while (performance.now() < until);
    await sleep(1)
  }
}

async function lagOf(registry: Registry): Promise<Record<string, number>> {
  const entries = (await registry.metrics()).matchAll(/^nodejs_eventloop_lag_(\w+) (\S+)$/gm)
  return Object.fromEntries([...entries].map(([, name, value]) => [name, Number(value)]))
}

function measure(readUtilization: () => number) {
  const delay = measureEventLoopDelay(readUtilization)
  const registry = new Registry()
  delay.collect(registry)
  return { read: delay.read, lag: () => lagOf(registry) }
}

test('the mean delay of a window is that of a blocked event loop, whether or not a scrape came in between', async () => {
  const { read, lag } = measure(() => 1)
  read()
  await beBusy(4, 120)
  expect((await lag()).max_seconds).toBeGreaterThan(0.1)
  await beBusy(4, 120)
  expect(read()).toBeGreaterThan(60)
  expect((await lag()).p99_seconds).toBeGreaterThan(0.1)
})

test('nothing is sampled while the event loop is idle, and sampling begins again with the first busy window', async () => {
  let utilization = 0.01
  const { read, lag } = measure(() => utilization)
  for (let second = 0; second < 5; second++) read()
  await lag()
  await sleep(120)
  expect(await lag()).toMatchObject({ max_seconds: 0, p99_seconds: 0, mean_seconds: 0 })
  utilization = 0.5
  expect(read()).toBe(0)
  await beBusy(4, 120)
  expect(read()).toBeGreaterThan(60)
  expect((await lag()).max_seconds).toBeGreaterThan(0.1)
})
