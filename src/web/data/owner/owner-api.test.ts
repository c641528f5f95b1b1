import { expect, onTestFinished, test, vi } from 'vitest'
import { ApiError } from '../api.ts'
import { ownerUpload, registerRenewal, renewing, renewSignIn } from './owner-api.ts'
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
    registerRenewal(async () => {
      shown += 1
      if (shown === 1) throw new Error('the dialog failed')
      return true
    }),
  )
  const ended = new ApiError(401, {}, 'Please sign in')
  await expect(Promise.all([renewing(() => Promise.reject(ended)), renewSignIn()])).rejects.toBe(ended)
  expect(shown).toBe(1)
  vi.advanceTimersByTime(3000)
  expect(await renewSignIn()).toBe(true)
  expect(shown).toBe(2)
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
