import { expect, test } from 'vitest'
import type { ToastCopy } from '../../lib/copy.ts'
import { linkMessages } from '../links/link-messages.ts'
import { routineMessages } from '../routines/routines.ts'
import { adminMessages as messages } from './admin-messages.ts'

const replaced = { id: 1, from: 'a', to: 'b', changed: ['Oat'], skipped: [] }

/** Toasts that no browser test asserts: those check what remains after the change. */
const toasts: [ToastCopy, title: string, description: string][] = [
  [messages.menusSaved, 'Menus saved', 'Your changes are live.'],
  [messages.appearanceSaved, 'Appearance saved', 'Your readers see it from now on.'],
  [messages.settingsSaved, 'Settings saved', 'Your changes are live.'],
  [messages.textCreated('page'), 'Page created', 'Your page has been created successfully.'],
  [messages.textUpdated('page'), 'Page updated', 'Your page has been updated successfully.'],
  [messages.templateCreated('Review'), 'Template created', '“Review”'],
  [messages.postsDeleted('2 posts'), 'Deleted', '2 posts'],
  [messages.restored('2 posts'), 'Restored', '2 posts'],
  [messages.postsChanged({ kind: 'delete-for-good', what: '1 post' }), 'Deleted for good', '1 post'],
  [messages.imageCropped, 'Cropped', 'The crop is a new image. The original is as it was.'],
  [messages.fileReplaced, 'File replaced', 'Every place that shows this image has the new file.'],
  [messages.productCreated('Oat'), 'Product created', '“Oat” is in the list.'],
  [messages.productSaved('Oat'), 'Product saved', '“Oat” is up to date.'],
  [messages.productsDeleted({ count: 1, name: 'Oat' }), 'Product deleted', '“Oat” is gone from the shop.'],
  [messages.productsDeleted({ count: 2, name: 'Oat' }), 'Products deleted', '2 products are gone.'],
  [messages.ingredientCreated('Zinc'), 'Ingredient created', '“Zinc” is in the list.'],
  [messages.ingredientSaved('Zinc'), 'Ingredient saved', '“Zinc” is up to date everywhere.'],
  [messages.keyIngredientsAdded({ product: 'Oat', count: 3 }), '3 key ingredients added', '“Oat” is up to date.'],
  [messages.categoryCreated('Masks'), 'Category created', '“Masks” is in the list.'],
  [messages.categorySaved('Masks'), 'Category saved', '“Masks” is up to date.'],
  [messages.categoryDeleted('Masks'), 'Category deleted', '“Masks” is gone.'],
  [messages.movedToInbox('1 message'), 'Not spam', '1 message moved to the inbox.'],
  [messages.movedToSpam('1 message'), 'Moved to spam', '1 message moved to the spam folder.'],
  [messages.postsChanged({ kind: 'feature', what: '27 posts' }), 'Featured posts changed', '27 posts'],
  [messages.tagsSaved, 'Tags saved', 'The tags of this subscriber are up to date.'],
  [messages.subscribersImported('1 subscriber'), 'Imported', '1 subscriber added.'],
  [messages.addressesSuppressed('2 addresses added.'), 'Suppressed', '2 addresses added.'],
  [messages.linkCopied, 'Copied', 'The unsubscribe link is on the clipboard.'],
  [messages.mailServerSaved, 'Mail server saved', 'Send a test mail to see that it works.'],
  [messages.mailServerRemoved, 'Mail server removed', 'No mail leaves this site now.'],
  [messages.newsletterCreated, 'Newsletter created', 'It is a draft. Nobody gets it until you send it.'],
  [messages.newsletterTestSent('ada@mail.example'), 'Test sent', 'Look for it at ada@mail.example.'],
  [messages.newsletterScheduled('June 1'), 'Newsletter scheduled', 'It is sent on June 1.'],
  [messages.newsletterCancelled, 'Newsletter cancelled', 'Nobody else gets it.'],
  [messages.newsletterLimitsSaved, 'Limits saved', 'They count for every newsletter from now on.'],
  [messages.profileSaved, 'Profile saved', 'Your changes are in place.'],
  [messages.passwordChanged, 'Password changed', 'Every other device is signed out.'],
  [messages.passkeyAdded, 'Passkey added', 'You can sign in with it from now on.'],
  [messages.deviceSignedOut('Firefox'), 'Signed out', 'Firefox is signed out.'],
  [messages.othersSignedOut, 'Signed out everywhere else', 'Only this device is signed in.'],
  [messages.backupMade, 'Backup made', 'It was read back and is whole.'],
  [messages.backupDeleted, 'Backup deleted', 'The backup has been deleted.'],
  [messages.conversionRecorded, 'Conversion recorded', 'It is in the numbers of today.'],
  [messages.networkRevoked, 'Network revoked', 'It cannot report conversions any more.'],
  [messages.demoRemoved, 'Demo content removed', 'You can undo this for a day.'],
  [messages.demoRestored, 'Undone', 'The demo content is back.'],
  [messages.actionFailed('The database is busy.'), 'That did not work', 'The database is busy.'],
  [routineMessages.created('Calm'), 'Routine created', '“Calm” stands at the end of the list.'],
  [routineMessages.saved('Calm'), 'Routine saved', '“Calm” has been saved.'],
  [linkMessages.replaced(replaced), 'Link replaced', 'The new link is in 1 place.'],
  [linkMessages.undone(replaced), 'Undone', 'The former link is back in 1 place.'],
  [
    linkMessages.requested(1),
    'Check requested',
    'The link will be checked within a minute or two. Each shop is called slowly.',
  ],
]

test.each(toasts)(
  'a toast of the admin reads as it should: %#',
  ({ title, description }, expectedTitle, expectedDescription) => {
    expect({ title, description }).toEqual({ title: expectedTitle, description: expectedDescription })
  },
)

test('each toast of the admin is shown somewhere', () => {
  const files = import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })
  const code = Object.entries(files)
    .filter(([file]) => !file.includes('.test.') && !file.endsWith('/admin-messages.ts'))
    .map(([, text]) => text)
    .join('')
  const isUsed = (name: string) => new RegExp(`\\.${name}\\b`).test(code)
  expect(Object.keys(messages).filter((name) => !isUsed(name))).toEqual([])
})
