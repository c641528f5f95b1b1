// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { currentToasts, dismissToast } from '../../lib/toast.ts'
import { ApiError } from '../api.ts'
import { type MutationOptions, useOwnerMutation } from './owner-mutation.ts'

const rejection = new ApiError(422, { message: 'There is no room.' }, 'Unprocessable')

type SenderProps = { options: MutationOptions; onError?: (error: Error) => void }

/** Sends a write that the server rejects. */
function Sender({ options, onError }: SenderProps) {
  const { mutate, error } = useOwnerMutation((_input: string) => Promise.reject(rejection), options)
  return (
    <button type="button" onClick={() => mutate({ input: '', key: '' }, onError && { onError })}>
      {error?.message ?? 'Send'}
    </button>
  )
}

async function fail(props: SenderProps): Promise<void> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <Sender {...props} />
      </QueryClientProvider>,
    ),
  )
  await act(async () => {
    place.querySelector('button')!.click()
    // TanStack Query notifies in a timer.
    await new Promise((resolve) => setTimeout(resolve))
  })
  expect(place.textContent).toBe('422: There is no room.')
  await act(async () => root.unmount())
}

afterEach(() => {
  const shown = currentToasts().at(-1)
  if (shown) dismissToast(shown.id)
})

test('a failure is a toast with the server’s message', async () => {
  await fail({ options: {} })
  expect(currentToasts().at(-1)).toMatchObject({
    title: 'That did not work',
    description: 'There is no room.',
    variant: 'destructive',
    open: true,
  })
})

test('a failure that the call or the component shows itself is not a toast', async () => {
  const handleError = vi.fn()
  await fail({ options: {}, onError: handleError })
  expect(handleError.mock.calls[0]?.[0]).toBe(rejection)
  await fail({ options: { showsError: true } })
  expect(currentToasts().at(-1)?.open).not.toBe(true)
})
