import { expect, onTestFinished, test, vi } from 'vitest'
import { setAlignedInterval } from './aligned-interval.ts'

function repeat(ms: number, log: string[], name: string): () => void {
  const stop = setAlignedInterval(() => void log.push(`${name} ${performance.now()}`), ms)
  onTestFinished(stop)
  return stop
}

test('intervals that begin at different times fire together, each as often as it says, until it is stopped', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const log: string[] = []
  vi.advanceTimersByTime(1000 - (performance.now() % 1000))
  const start = performance.now()
  const since = () => log.map((line) => line.replace(/\d+$/, (at) => String(Number(at) - start)))
  vi.advanceTimersByTime(100)
  const stop = repeat(1000, log, 'a')
  vi.advanceTimersByTime(300)
  repeat(2000, log, 'b')
  vi.advanceTimersByTime(4000)
  stop()
  vi.advanceTimersByTime(2000)
  expect(since().filter((line) => line.startsWith('a'))).toEqual(['a 1000', 'a 2000', 'a 3000', 'a 4000'])
  const times = since().filter((line) => line.startsWith('b'))
  expect(times.length).toBeGreaterThanOrEqual(2)
  for (const line of times) expect(Number(line.slice(2)) % 1000).toBe(0)
})
