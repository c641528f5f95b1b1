import type { User } from '../../contract/accounts/auth.ts'

const KEY = 'dewlight.user'

/** Stores the signed-in user in `sessionStorage`, for display only; the server authorizes every request. */
export function storeUser(user: User): void {
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify(user))
  } catch {
    // Storage may be full or disabled; the response of the server is enough.
  }
}

export function clearStoredUser(): void {
  try {
    window.sessionStorage.removeItem(KEY)
  } catch {
    // Storage is disabled, so it holds no user.
  }
}

export function readStoredUser(): User | undefined {
  try {
    const value: unknown = JSON.parse(window.sessionStorage.getItem(KEY) ?? 'null')
    return isUser(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** False for a visitor who has never signed in, which saves the request for the current user. */
export function mayBeSignedIn(): boolean {
  return readStoredUser() !== undefined || /(?:^|; )signed-in=1/.test(globalThis.document?.cookie ?? '')
}

/** False for an error body, which has a `message`. */
export function isUser(value: unknown): value is User {
  if (typeof value !== 'object' || value === null || 'message' in value) return false
  return 'username' in value && typeof value.username === 'string' && 'name' in value && typeof value.name === 'string'
}
