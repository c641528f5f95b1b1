import { expect, onTestFinished, test, vi } from 'vitest'
import { ApiError } from '../api.ts'
import { ownerUpload, renewing, signInPrompt, stepUpPrompt } from './owner-api.ts'
import { retryOnce } from './owner-mutation.ts'

test('a sign-in that cannot be shown does not keep the next one from being shown', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
  let shown = 0
  onTestFinished(
    signInPrompt.register(async () => {
      shown += 1
      if (shown === 1) throw new Error('the dialog failed')
      return true
    }),
  )
  const ended = new ApiError(401, {}, 'Please sign in')
  await expect(Promise.all([renewing(() => Promise.reject(ended)), signInPrompt.ask()])).rejects.toBe(ended)
  expect(shown).toBe(1)
  vi.advanceTimersByTime(3000)
  expect(await signInPrompt.ask()).toBe(true)
  expect(shown).toBe(2)
})

test('a call that needs a step-up is repeated once after it, and fails where it is declined', async () => {
  const needed = new ApiError(403, { needs: 'step-up' }, '')
  const answers = [true, false, true]
  let shown = 0
  onTestFinished(stepUpPrompt.register(async () => answers[shown++]!))
  const call = vi.fn<() => Promise<string>>()
  call.mockRejectedValueOnce(needed).mockResolvedValueOnce('sent')
  expect(await renewing(call)).toBe('sent')
  call.mockRejectedValueOnce(needed)
  await expect(renewing(call)).rejects.toBe(needed)
  call.mockRejectedValue(needed)
  await expect(renewing(call)).rejects.toBe(needed)
  expect([call.mock.calls.length, shown]).toEqual([5, 3])
  await expect(renewing(() => Promise.reject(new ApiError(403, {}, '')))).rejects.toThrow()
  expect(shown).toBe(3)
})

test.each<[string, Error, boolean]>([
  ['an upload whose connection was lost', new ApiError(0, {}, 'The connection was lost'), true],
  ['a request without a response', new TypeError('Failed to fetch'), true],
  ['an overloaded server', new ApiError(503, {}, ''), true],
  ['a refused request', new ApiError(422, {}, ''), false],
  ['a stopped upload', new DOMException('The upload was stopped', 'AbortError'), false],
])('%s is retried once or not at all', (_, error, isRetried) => {
  expect(retryOnce(0, error)).toBe(isRetried)
  expect(retryOnce(1, error)).toBe(false)
})

test('an upload that stalls counts as a lost connection, later while the server decodes', async () => {
  vi.useFakeTimers()
  const requests: { upload: { onprogress?: (event: object) => void; onload?: () => void }; abort: () => void }[] = []
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {}
      open = vi.fn()
      send = vi.fn()
      abort = vi.fn()
      constructor() {
        requests.push(this)
      }
    },
  )
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const failed = vi.fn()
  const onProgress = vi.fn()
  void ownerUpload('/api/images', new FormData(), { onProgress }).catch(failed)
  const [request] = requests
  await vi.advanceTimersByTimeAsync(44_000)
  request!.upload.onprogress!({ lengthComputable: true, loaded: 1, total: 4 })
  expect(onProgress).toHaveBeenCalledWith(0.25)
  await vi.advanceTimersByTimeAsync(44_000)
  request!.upload.onload!()
  await vi.advanceTimersByTimeAsync(179_000)
  expect(failed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1000)
  expect(failed).toHaveBeenCalledWith(new ApiError(0, {}, 'The connection was lost'))
  expect(request!.abort).toHaveBeenCalled()
})
