import { useMutation } from '@tanstack/react-query'
import type { ClickInput } from '../../contract/analytics.ts'
import type { LoginInput, User } from '../../contract/auth.ts'
import type { ContactInput } from '../../contract/contacts.ts'
import type { SubscribeAnswer, SubscriberInput } from '../../contract/subscribers.ts'
import { newKey, sendJson } from './api.ts'

/** What the user sent, with the key under which a repeat of it is known. Made by `submission`. */
export type Submission<T> = { input: T; key: string }

export function submission<T>(input: T): Submission<T> {
  return { input, key: newKey() }
}

export function useSubscribe() {
  return useMutation({
    mutationFn: ({ input, key }: Submission<SubscriberInput>) =>
      sendJson<SubscribeAnswer>('POST', '/api/subscribers', input, key),
  })
}

export function useSendContact() {
  return useMutation({
    mutationFn: ({ input, key }: Submission<ContactInput>) =>
      sendJson<{ id: number }>('POST', '/api/contacts', input, key),
  })
}

export function useLogin() {
  return useMutation({
    mutationFn: ({ input, key }: Submission<LoginInput>) =>
      sendJson<{ user: User }>('POST', '/api/auth/login', input, key),
    // A wrong password does not get better by asking twice.
    retry: false,
  })
}

export function useLogout() {
  return useMutation({ mutationFn: () => sendJson<unknown>('POST', '/api/auth/logout') })
}

/** Reports a click on an affiliate link beside the navigation; `keepalive` lets it outlive the page. */
export function reportClick(click: ClickInput): void {
  fetch('/api/analytics/click', {
    method: 'POST',
    credentials: 'include',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(click),
  })
    .then((response) => {
      if (!response.ok) console.error(`Click not recorded: ${response.status}`)
    })
    .catch((error: unknown) => console.error('Click not recorded:', error))
}
