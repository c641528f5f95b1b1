import { expect, onTestFinished, test, vi } from 'vitest'
import { createWakeLoop } from './wake-loop.ts'

/** An open loop whose first run ends when the test says so. */
function startLoop() {
  const first = Promise.withResolvers<void>()
  const work = vi.fn(async () => {})
  work.mockReturnValueOnce(first.promise)
  const onError = vi.fn()
  const loop = createWakeLoop({ work, pollMs: 60_000, onError })
  onTestFinished(() => loop.close())
  return { loop, work, onError, first }
}

test('runs once at a time, and once more after any number of wakes during a run', async () => {
  const { loop, work, first } = startLoop()
  loop.wake()
  expect(work).not.toHaveBeenCalled()
  loop.open()
  loop.wake()
  loop.wake()
  expect(work).toHaveBeenCalledTimes(1)
  first.resolve()
  await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(2))
  await loop.close()
  expect(work).toHaveBeenCalledTimes(2)
})

test('an error is reported and does not end the loop', async () => {
  const { loop, work, onError, first } = startLoop()
  loop.open()
  first.reject(new Error('away'))
  await vi.waitFor(() => expect(onError).toHaveBeenCalledTimes(1))
  await vi.waitFor(() => {
    loop.wake()
    expect(work).toHaveBeenCalledTimes(2)
  })
})

test('closing waits for the current run and starts none after it', async () => {
  const { loop, work, first } = startLoop()
  loop.open()
  loop.wake()
  const closed = loop.close()
  loop.wake()
  first.resolve()
  await closed
  expect(work).toHaveBeenCalledTimes(1)
})
