import type { ToastCopy } from '../../lib/copy.ts'

const bulkTitles = {
  publish: 'Published',
  unpublish: 'Unpublished',
  category: 'Category set',
  feature: 'Featured posts changed',
  trash: 'Deleted',
  'delete-for-good': 'Deleted for good',
}

type MergedNames = { thing: 'concern' | 'keyword'; owners: 'products' | 'posts'; moved: number; into: string }

type TextNoun = 'page' | 'template' | 'newsletter'

const textNames: Record<TextNoun, string> = { page: 'Page', template: 'Template', newsletter: 'Newsletter' }

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
  textUpdated: (noun: TextNoun): ToastCopy => ({
    title: `${textNames[noun]} updated`,
    description: `Your ${noun} has been updated successfully.`,
  }),
  textCreated: (noun: TextNoun): ToastCopy => ({
    title: `${textNames[noun]} created`,
    description: `Your ${noun} has been created successfully.`,
  }),
  textSaveFailed: (noun: TextNoun): ToastCopy => ({
    title: 'Error',
    description: `There was an error saving your ${noun}. Please try again.`,
    variant: 'destructive',
  }),
  textCreateFailed: (noun: TextNoun): ToastCopy => ({
    title: 'Error',
    description: `There was an error creating your ${noun}. Please try again.`,
    variant: 'destructive',
  }),
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
  imageSaved: { title: 'Image saved' },
  imageCropped: { title: 'Cropped', description: 'The crop is a new image. The original is as it was.' },
  fileReplaced: { title: 'File replaced', description: 'Every place that shows this image has the new file.' },
  fileRestored: { title: 'Undone', description: 'Every place that shows this image has the earlier file again.' },
  imagesTagged: (count: number): ToastCopy => ({
    title: 'Tags saved',
    description: count === 1 ? 'One image has changed.' : `${count} images have changed.`,
  }),
  addressCopied: { title: 'Copied', description: 'The address of the image is on the clipboard.' },
  pastedAsLink: (why: string): ToastCopy => ({ title: 'Pasted as a link', description: why }),
  postsDeleted: (what: string): ToastCopy => ({ title: 'Deleted', description: what }),
  pageReset: (what: string): ToastCopy => ({ title: 'Back to the default text', description: what }),
  restored: (what: string): ToastCopy => ({ title: 'Restored', description: what }),
  deletedForGood: (what: string): ToastCopy => ({ title: 'Deleted for good', description: what }),
  undoneTooLate: {
    title: 'Nothing to undo',
    description: 'It was restored or deleted for good in the meantime.',
  },
  postsChanged: ({ kind, what }: { kind: keyof typeof bulkTitles; what: string }): ToastCopy => ({
    title: bulkTitles[kind],
    description: what,
  }),
  postDuplicated: { title: 'Duplicated', description: 'The copy is a draft.' },
  templateCreated: (name: string): ToastCopy => ({ title: 'Template created', description: `“${name}”` }),
  productVersionShown: {
    title: 'Earlier version in the form',
    description: 'Save the product to keep it.',
  },
  textRestored: {
    title: 'Restored in the editor',
    description: 'It is kept when you save. What was there before is set aside.',
  },
  textSetAside: { title: 'Your version is set aside', description: 'This browser keeps it until you discard it.' },
  menusSaved: { title: 'Menus saved', description: 'Your changes are live.' },
  menusFailed: (message: string): ToastCopy => ({
    title: 'Menus not saved',
    description: message,
    variant: 'destructive',
  }),
  verificationSaved: { title: 'Verification saved', description: 'Your changes are live.' },
  verificationFailed: (message: string): ToastCopy => ({
    title: 'Verification not saved',
    description: message,
    variant: 'destructive',
  }),
  changesDiscarded: { title: 'Changes discarded', description: 'They stay in the earlier versions of the post.' },
  previewFailed: {
    title: 'No preview yet',
    description: 'What is in the editor has not reached the server.',
    variant: 'destructive',
  },
  previewLinkCopied: { title: 'Copied', description: 'The link to the preview is on the clipboard.' },
  postAddressCopied: { title: 'Copied', description: 'The address of the post is on the clipboard.' },
  appearanceSaved: { title: 'Appearance saved', description: 'Your readers see it from now on.' },
  appearanceFailed: (message: string): ToastCopy => ({
    title: 'Appearance not saved',
    description: message,
    variant: 'destructive',
  }),
  settingsSaved: { title: 'Settings saved', description: 'Your changes are live.' },
  settingsFailed: (message: string): ToastCopy => ({
    title: 'Settings not saved',
    description: message,
    variant: 'destructive',
  }),
  productCreated: (name: string): ToastCopy => ({ title: 'Product created', description: `“${name}” is in the list.` }),
  productSaved: (name: string): ToastCopy => ({ title: 'Product saved', description: `“${name}” is up to date.` }),
  nothingToChange: { title: 'Nothing to change', description: 'All of them are like that already.' },
  productsDeleted: ({ count, name }: { count: number; name: string }): ToastCopy => ({
    title: count === 1 ? 'Product deleted' : 'Products deleted',
    description: count === 1 ? `“${name}” is gone from the shop.` : `${count} products are gone.`,
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
  ingredientCreated: (name: string): ToastCopy => ({
    title: 'Ingredient created',
    description: `“${name}” is in the list.`,
  }),
  ingredientSaved: (name: string): ToastCopy => ({
    title: 'Ingredient saved',
    description: `“${name}” is up to date everywhere.`,
  }),
  ingredientsDeleted: ({ count, name }: { count: number; name: string }): ToastCopy => ({
    title: count === 1 ? 'Ingredient deleted' : 'Ingredients deleted',
    description: count === 1 ? `“${name}” is gone.` : `${count} ingredients are gone.`,
  }),
  ingredientsActivated: (count: number): ToastCopy => ({
    title: count === 1 ? 'Ingredient is active' : `${count} ingredients are active`,
    description: 'Readers see them, and mentions lead to them.',
  }),
  ingredientsDeactivated: (count: number): ToastCopy => ({
    title: count === 1 ? 'Ingredient is inactive' : `${count} ingredients are inactive`,
    description: 'Readers do not see them any more.',
  }),
  keyIngredientsAdded: ({ product, count }: { product: string; count: number }): ToastCopy => ({
    title: count === 0 ? 'Nothing to add' : count === 1 ? '1 key ingredient added' : `${count} key ingredients added`,
    description: count === 0 ? `“${product}” has them already, or has 20.` : `“${product}” is up to date.`,
  }),
  namesCopied: { title: 'Copied', description: 'The known names are on the clipboard.' },
  productImportUndone: (words: string): ToastCopy => ({ title: 'Import undone', description: words }),
  productsImported: (words: string): ToastCopy => ({ title: 'Import finished', description: words }),
  categoryCreated: (name: string): ToastCopy => ({
    title: 'Category created',
    description: `“${name}” is in the list.`,
  }),
  programSaved: (name: string): ToastCopy => ({ title: 'Program saved', description: `“${name}” is up to date.` }),
  programDeleted: (name: string): ToastCopy => ({ title: 'Program deleted', description: `“${name}” is gone.` }),
  postbackAddressChanged: (change: 'replace' | 'remove' | undefined): ToastCopy => ({
    title: change === 'remove' ? 'Address removed' : change === 'replace' ? 'Address replaced' : 'Address created',
    description: change === 'remove' ? 'It does not work any more.' : 'Copy it into the account of your network.',
  }),
  categorySaved: (name: string): ToastCopy => ({ title: 'Category saved', description: `“${name}” is up to date.` }),
  categoryMerged: ({ what, into }: { what: 'posts' | 'products'; into: string }): ToastCopy => ({
    title: 'Categories merged',
    description: `Its ${what} are in “${into}” now.`,
  }),
  namesMerged: ({ thing, owners, moved, into }: MergedNames): ToastCopy => ({
    title: thing === 'concern' ? 'Concerns merged' : 'Keywords merged',
    description: `${moved.toLocaleString('en-US')} ${moved === 1 ? owners.slice(0, -1) : owners} ${moved === 1 ? 'has' : 'have'} “${into}” now.`,
  }),
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
  tagsSaved: { title: 'Tags saved', description: 'The tags of this subscriber are up to date.' },
  tagAdded: ({ tag, what }: { tag: string; what: string }): ToastCopy => ({
    title: 'Tag added',
    description: `${what} got “${tag}”.`,
  }),
  tagRemoved: ({ tag, what }: { tag: string; what: string }): ToastCopy => ({
    title: 'Tag removed',
    description: `${what} lost “${tag}”.`,
  }),
  subscribersImported: (what: string): ToastCopy => ({ title: 'Imported', description: `${what} added.` }),
  addressesSuppressed: (counts: string): ToastCopy => ({ title: 'Suppressed', description: counts }),
  suppressionRemoved: (name: string): ToastCopy => ({
    title: 'Suppression removed',
    description: `${name} can get newsletters again.`,
  }),
  redirectSaved: (what: string): ToastCopy => ({ title: 'Saved', description: `${what}.` }),
  redirectDeleted: (from: string): ToastCopy => ({
    title: 'Redirect deleted',
    description: `${from} is not redirected any more.`,
  }),
  redirectRestored: (from: string): ToastCopy => ({ title: 'Undone', description: `${from} is redirected again.` }),
  missingPageIgnored: (address: string): ToastCopy => ({
    title: 'Ignored',
    description: `${address} is not listed any more.`,
  }),
  missingPageWatched: (address: string): ToastCopy => ({ title: 'Undone', description: `${address} is listed again.` }),
  redirectsImported: (what: string): ToastCopy => ({ title: 'Imported', description: `${what} added.` }),
  suppressionRestored: { title: 'Undone', description: 'The address is suppressed again.' },
  mailHookSaved: (name: string): ToastCopy => ({
    title: 'Saved',
    description: `Copy the address into your account at ${name}.`,
  }),
  mailHookRemoved: (name: string): ToastCopy => ({
    title: 'Removed',
    description: `${name} reports nothing any more.`,
  }),
  bounceMailboxSaved: { title: 'Mailbox saved', description: 'Check it now to see that it works.' },
  bounceMailboxRemoved: { title: 'Mailbox removed', description: 'It is not read any more.' },
  linkCopied: { title: 'Copied', description: 'The unsubscribe link is on the clipboard.' },
  replyQueued: (email: string): ToastCopy => ({ title: 'Reply on its way', description: `It is sent to ${email}.` }),
  mailServerSaved: { title: 'Mail server saved', description: 'Send a test mail to see that it works.' },
  mailServerRemoved: { title: 'Mail server removed', description: 'No mail leaves this site now.' },
  mailSent: (to: string): ToastCopy => ({ title: 'Mail sent', description: `The mail server took the mail to ${to}.` }),
  mailWritten: { title: 'Mail written', description: 'It lies in the outbox folder; no mail server is set up.' },
  mailFailed: (reason: string): ToastCopy => ({ title: 'Mail not sent', description: reason, variant: 'destructive' }),
  newsletterCreated: { title: 'Newsletter created', description: 'It is a draft. Nobody gets it until you send it.' },
  newsletterDuplicated: { title: 'Duplicated', description: 'The copy is a draft with the same text.' },
  newsletterTestSent: (to: string): ToastCopy => ({ title: 'Test sent', description: `Look for it at ${to}.` }),
  newsletterSending: { title: 'It is on its way', description: 'You can leave this page; sending goes on.' },
  newsletterScheduled: (moment: string): ToastCopy => ({
    title: 'Newsletter scheduled',
    description: `It is sent on ${moment}.`,
  }),
  ideaCreated: (title: string): ToastCopy => ({ title: 'Idea planned', description: `${title} is a draft.` }),
  planMoved: ({ title, where }: { title: string; where: string }): ToastCopy => ({
    title: 'Moved',
    description: `${title} is ${where}.`,
  }),
  planMovedBack: (title: string): ToastCopy => ({ title: 'Moved back', description: `${title} is where it was.` }),
  newsletterWaitsForPost: {
    title: 'Newsletter scheduled',
    description: 'It goes out a minute after its post is public.',
  },
  sourceTaken: { title: 'Changes taken over', description: 'The text before is among the earlier versions.' },
  newsletterUnscheduled: { title: 'Off the schedule', description: 'The newsletter is a draft again.' },
  newsletterPaused: { title: 'Newsletter paused', description: 'Nobody else gets it until you resume it.' },
  newsletterResumed: { title: 'Newsletter resumed', description: 'Sending goes on where it stopped.' },
  newsletterCancelled: { title: 'Newsletter cancelled', description: 'Nobody else gets it.' },
  newsletterResent: { title: 'Sent again', description: 'Those in doubt are waiting for their turn.' },
  newsletterLimitsSaved: { title: 'Limits saved', description: 'They count for every newsletter from now on.' },
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
  exportMade: { title: 'Export made', description: 'It was read back and is whole. You can download it now.' },
  exportFailed: (message: string): ToastCopy => ({
    title: 'Export failed',
    description: message,
    variant: 'destructive',
  }),
  exportDeleted: { title: 'Export deleted', description: 'The export has been deleted.' },
  personalDataExported: (what: string): ToastCopy => ({ title: 'Exported', description: `The file holds ${what}.` }),
  personalDataErased: (what: string): ToastCopy => ({ title: 'Deleted for good', description: `${what} deleted.` }),
  conversionRecorded: { title: 'Conversion recorded', description: 'It is in the numbers of today.' },
  conversionKnown: {
    title: 'Counted before',
    description: 'A conversion with this order number was recorded already, so nothing was added.',
  },
  networkRevoked: { title: 'Network revoked', description: 'It cannot report conversions any more.' },
  demoRemoved: { title: 'Demo content removed', description: 'You can undo this for a day.' },
  demoRestored: { title: 'Undone', description: 'The demo content is back.' },
  demoAdded: { title: 'Demo content added', description: 'Readers see it now.' },
  welcomeDone: { title: 'Your site is set up', description: 'Everything can be changed in Settings.' },
  /** Fallback for errors without a message of their own. */
  formNotLoaded: (one: string): ToastCopy => ({
    title: 'Not opened',
    description: `The form of a new ${one} could not be loaded. Please check your connection and try again.`,
    variant: 'destructive',
  }),
  actionFailed: (message: string): ToastCopy => ({
    title: 'That did not work',
    description: message,
    variant: 'destructive',
  }),
} as const satisfies Record<string, ToastCopy | ((detail: never) => ToastCopy)>
