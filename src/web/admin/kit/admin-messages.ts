import type { ToastCopy } from '../../lib/copy.ts'

/** Toasts of the admin, in the specification's order. */
export const adminMessages = {
  dataRefreshed: { title: 'Data refreshed', description: 'All data has been refreshed from the server.' },
  refreshFailed: {
    title: 'Refresh failed',
    description: 'Some data could not be loaded. Please check your connection and try again.',
    variant: 'destructive',
  },
  postSaveFailed: {
    title: 'Error',
    description: 'There was an error saving your post. Please try again.',
    variant: 'destructive',
  },
  postCreateFailed: {
    title: 'Error',
    description: 'There was an error creating your post. Please try again.',
    variant: 'destructive',
  },
  postUpdated: { title: 'Post updated', description: 'Your post has been updated successfully.' },
  postCreated: { title: 'Post created', description: 'Your post has been created successfully.' },
  imageUploaded: { title: 'Image uploaded' },
  uploadFailed: {
    title: 'Upload failed',
    description: 'There was an error uploading your image. Please try again.',
    variant: 'destructive',
  },
  imageDeleted: { title: 'Image deleted', description: 'The image has been deleted.' },
  imagesDeleted: (count: number): ToastCopy => ({
    title: 'Images deleted',
    description: `${count} images have been deleted.`,
  }),
  deletionFailed: {
    title: 'Deletion failed',
    description: 'There was an error deleting the image. Please try again.',
    variant: 'destructive',
  },
  imagesRestored: (count: number): ToastCopy => ({
    title: 'Undone',
    description: count === 1 ? 'The image is back in the library.' : `${count} images are back in the library.`,
  }),
  altTextSaved: { title: 'Alt text saved', description: 'Posts keep the alt text that they were given.' },
  addressCopied: { title: 'Copied', description: 'The address of the image is on the clipboard.' },
  postsDeleted: (what: string): ToastCopy => ({ title: 'Deleted', description: what }),
  postsRestored: (what: string): ToastCopy => ({ title: 'Restored', description: what }),
  productVersionShown: {
    title: 'Earlier version in the form',
    description: 'Save the product to keep it.',
  },
  textRestored: {
    title: 'Restored in the editor',
    description: 'It is kept when you save. What was there before is set aside.',
  },
  textSetAside: { title: 'Your version is set aside', description: 'This browser keeps it until you discard it.' },
  settingsSaved: { title: 'Settings saved', description: 'Your changes are live.' },
  settingsFailed: (message: string): ToastCopy => ({
    title: 'Settings not saved',
    description: message,
    variant: 'destructive',
  }),
  productCreated: (name: string): ToastCopy => ({ title: 'Product created', description: `“${name}” is in the list.` }),
  productSaved: (name: string): ToastCopy => ({ title: 'Product saved', description: `“${name}” is up to date.` }),
  productsDeleted: (names: string[]): ToastCopy => ({
    title: names.length === 1 ? 'Product deleted' : 'Products deleted',
    description: names.length === 1 ? `“${names[0]}” is gone from the shop.` : `${names.length} products are gone.`,
  }),
  productsRestored: { title: 'Undone', description: 'Everything is back where it was.' },
  productsActivated: (count: number): ToastCopy => ({
    title: count === 1 ? 'Product is active' : `${count} products are active`,
    description: 'Readers see them in the shop.',
  }),
  productsDeactivated: (count: number): ToastCopy => ({
    title: count === 1 ? 'Product is inactive' : `${count} products are inactive`,
    description: 'Readers do not see them any more.',
  }),
  productsImported: (words: string): ToastCopy => ({ title: 'Import finished', description: words }),
  categoryCreated: (name: string): ToastCopy => ({
    title: 'Category created',
    description: `“${name}” is in the list.`,
  }),
  categorySaved: (name: string): ToastCopy => ({ title: 'Category saved', description: `“${name}” is up to date.` }),
  categoryDeleted: (name: string): ToastCopy => ({ title: 'Category deleted', description: `“${name}” is gone.` }),
  categoryRestored: (name: string): ToastCopy => ({ title: 'Undone', description: `“${name}” is back.` }),
  messagesDeleted: (what: string): ToastCopy => ({ title: 'Deleted', description: `${what} deleted.` }),
  movedToSpam: (what: string): ToastCopy => ({
    title: 'Moved to spam',
    description: `${what} moved to the spam folder.`,
  }),
  movedToInbox: (what: string): ToastCopy => ({ title: 'Not spam', description: `${what} moved to the inbox.` }),
  unsubscribed: (what: string): ToastCopy => ({ title: 'Unsubscribed', description: `${what} unsubscribed.` }),
  resubscribed: (email: string): ToastCopy => ({
    title: 'Active again',
    description: `${email} gets the newsletter again.`,
  }),
  subscribersDeleted: (what: string): ToastCopy => ({ title: 'Deleted', description: `${what} deleted.` }),
  subscribersImported: (what: string): ToastCopy => ({ title: 'Imported', description: `${what} added.` }),
  linkCopied: { title: 'Copied', description: 'The unsubscribe link is on the clipboard.' },
  mailSent: (to: string): ToastCopy => ({ title: 'Mail sent', description: `The mail server took the mail to ${to}.` }),
  mailWritten: { title: 'Mail written', description: 'It lies in the outbox folder; no mail server is set up.' },
  mailFailed: (reason: string): ToastCopy => ({ title: 'Mail not sent', description: reason, variant: 'destructive' }),
  profileSaved: { title: 'Profile saved', description: 'Your changes are in place.' },
  passwordChanged: { title: 'Password changed', description: 'Every other device is signed out.' },
  twoFactorOff: { title: 'Two-step verification is off', description: 'Your password alone signs you in.' },
  passkeyAdded: { title: 'Passkey added', description: 'You can sign in with it from now on.' },
  passkeyDeleted: (name: string): ToastCopy => ({
    title: 'Passkey deleted',
    description: `“${name}” signs in no more.`,
  }),
  deviceSignedOut: (device: string): ToastCopy => ({ title: 'Signed out', description: `${device} is signed out.` }),
  othersSignedOut: { title: 'Signed out everywhere else', description: 'Only this device is signed in.' },
  backupMade: { title: 'Backup made', description: 'It was read back and is whole.' },
  backupFailed: (message: string): ToastCopy => ({
    title: 'Backup failed',
    description: message,
    variant: 'destructive',
  }),
  backupDeleted: { title: 'Backup deleted', description: 'The backup has been deleted.' },
  personalDataExported: (what: string): ToastCopy => ({ title: 'Exported', description: `The file holds ${what}.` }),
  personalDataErased: (what: string): ToastCopy => ({ title: 'Deleted for good', description: `${what} deleted.` }),
  conversionRecorded: { title: 'Conversion recorded', description: 'It is in the numbers of today.' },
  conversionKnown: {
    title: 'Counted before',
    description: 'A conversion with this order number was recorded already, so nothing was added.',
  },
  networkRevoked: { title: 'Network revoked', description: 'It cannot report conversions any more.' },
  /** Fallback for errors without a message of their own. */
  actionFailed: (message: string): ToastCopy => ({
    title: 'That did not work',
    description: message,
    variant: 'destructive',
  }),
} as const satisfies Record<string, ToastCopy | ((detail: never) => ToastCopy)>
