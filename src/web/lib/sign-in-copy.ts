import type { ToastCopy } from './copy.ts'

/** Toasts of the sign-in, in the specification's order; apart from those of every page. */
export const signInCopy = {
  loginFailed: (message: string): ToastCopy => ({
    title: 'Login failed',
    description: message || 'Invalid username or password',
    variant: 'destructive',
  }),
  loginDone: { title: 'Login successful', description: 'Welcome back!' },
  logoutDone: { title: 'Logged out', description: 'You have been logged out successfully' },
  logoutFailed: (message: string): ToastCopy => ({
    title: 'Logout failed',
    description: message,
    variant: 'destructive',
  }),
} as const satisfies Record<string, ToastCopy | ((message: string) => ToastCopy)>
