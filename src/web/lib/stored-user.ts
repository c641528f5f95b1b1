import type { User } from '../../contract/auth.ts'

const KEY = 'dewlight.user'

/** The copy of the signed-in user that lasts as long as the tab. It decides what is drawn, never what is allowed. */
export function storeUser(user: User): void {
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify(user))
  } catch {
    // Storage can be full or forbidden; the server's answer is enough.
  }
}

export function clearStoredUser(): void {
  try {
    window.sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was stored where storage is forbidden.
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

/** Whether somebody may be signed in: false for a reader who never was, and whom the server need not be asked about. */
export function mayBeSignedIn(): boolean {
  return readStoredUser() !== undefined || /(?:^|; )signed-in=1/.test(globalThis.document?.cookie ?? '')
}

/** A reply that carries a message in place of a user is no user. */
export function isUser(value: unknown): value is User {
  if (typeof value !== 'object' || value === null || 'message' in value) return false
  return 'username' in value && typeof value.username === 'string' && 'name' in value && typeof value.name === 'string'
}
