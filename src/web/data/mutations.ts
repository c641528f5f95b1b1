import { type MutationOptions, useQueryClient } from '@tanstack/react-query'
import type { SetupInput } from '../../contract/account.ts'
import type { LoginInput, User } from '../../contract/auth.ts'
import type { ContactInput } from '../../contract/contacts.ts'
import type { SubscribeResponse, SubscriberInput } from '../../contract/subscribers.ts'
import { newKey, sendJson } from './api.ts'

/** What the user sent, with the key under which a repeat of it is known. Made by `submission`. */
export type Submission<T> = { input: T; key: string }

/** One write: resolves with the server's answer, rejects with an ApiError. */
export type Send<Input, Answer> = (submission: Submission<Input>) => Promise<Answer>

export function submission<T>(input: T): Submission<T> {
  return { input, key: newKey() }
}

export function useSubscribe(): Send<SubscriberInput, SubscribeResponse> {
  return useSend(({ input, key }) => sendJson('POST', '/api/subscribers', input, key))
}

export function useSendContact(): Send<ContactInput, { id: number }> {
  return useSend(({ input, key }) => sendJson('POST', '/api/contacts', input, key))
}

export function useLogin(): Send<LoginInput, { user: User }> {
  // A wrong password does not get better by asking twice.
  return useSend(({ input, key }) => sendJson('POST', '/api/auth/login', input, key), { retry: false })
}

export function useSetup(): Send<SetupInput, { user: User }> {
  // The link works once: asked again, it would be refused.
  return useSend(({ input }) => sendJson('POST', '/api/auth/setup', input), { retry: false })
}

/**
 * Sends by the rules of the query client (one retry, offline too). Not `useMutation`: what it would draw, a form knows
 * already, and every reader would carry it.
 */
function useSend<Input, Answer>(
  send: Send<Input, Answer>,
  options?: Pick<MutationOptions, 'retry'>,
): Send<Input, Answer> {
  const client = useQueryClient()
  return (submission) =>
    client
      .getMutationCache()
      .build<Answer, Error, Submission<Input>, unknown>(client, { ...options, mutationFn: send })
      .execute(submission)
}
