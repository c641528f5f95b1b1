import { type MutationOptions, useQueryClient } from '@tanstack/react-query'
import type { SetupInput } from '../../contract/account.ts'
import type { LoginInput, User } from '../../contract/auth.ts'
import { type ContactInput, createContact } from '../../contract/contacts.ts'
import { type SubscribeResponse, type SubscriberInput, signUp } from '../../contract/subscribers.ts'
import { newKey, sendJson } from './api.ts'
import { write } from './call.ts'

/** A payload with its idempotency key, which repeats reuse. Created by `submission`. */
export type Submission<T> = { input: T; key: string }

/** One write: resolves with the body of the response, rejects with an ApiError. */
export type Send<Input, Answer> = (submission: Submission<Input>) => Promise<Answer>

export function submission<T>(input: T): Submission<T> {
  return { input, key: newKey() }
}

export function useSubscribe(): Send<SubscriberInput, SubscribeResponse> {
  return useSend(({ input, key }) => write(signUp, { body: input }, key))
}

export function useSendContact(): Send<ContactInput, { id: number }> {
  return useSend(({ input, key }) => write(createContact, { body: input }, key))
}

export function useLogin(): Send<LoginInput, { user: User }> {
  // A wrong password stays wrong.
  return useSend(({ input, key }) => sendJson('POST', '/api/auth/login', input, key), { retry: false })
}

export function useSetup(): Send<SetupInput, { user: User }> {
  // The link works once.
  return useSend(({ input }) => sendJson('POST', '/api/auth/setup', input), { retry: false })
}

/**
 * Sends by the rules of the query client (one retry, offline too). Without `useMutation`, whose state the forms do not
 * need, to keep it out of readers' bundles.
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
