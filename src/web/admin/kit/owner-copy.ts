import type { ToastCopy } from '../../lib/copy.ts'

/** Toasts of the owner's area, in the specification's order where it names them. */
export const ownerCopy = {
  dataRefreshed: { title: 'Data refreshed', description: 'All data has been refreshed from the server.' },
  refreshFailed: {
    title: 'Refresh failed',
    description: 'Some data could not be loaded. Please check your connection and try again.',
    variant: 'destructive',
  },
  settingsSaved: { title: 'Settings saved', description: 'Your changes are live.' },
  settingsFailed: (message: string): ToastCopy => ({
    title: 'Settings not saved',
    description: message,
    variant: 'destructive',
  }),
  /** For what has no sentence of its own. */
  actionFailed: (message: string): ToastCopy => ({
    title: 'That did not work',
    description: message,
    variant: 'destructive',
  }),
} as const satisfies Record<string, ToastCopy | ((message: string) => ToastCopy)>
