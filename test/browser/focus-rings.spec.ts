import { palettes } from '../../src/contract/accounts/palettes.ts'
import { findHiddenRings } from './focus-rings.ts'
import { newName, uploadedImage } from './library.ts'
import { openAdmin, signInAsOwner } from './owner.ts'
import { expect, open, test } from './site-test.ts'

// The preview of the appearance runs no script.
test.use({ expectedProblems: /^Blocked script execution in '[^']+\/api\/appearance\/preview/ })

const pages = [
  '/',
  '/contact',
  '/blog',
  '/shop',
  '/routines',
  '/ingredients',
  '/search?q=serum',
  '/about',
  '/newsletter',
  '/login',
]
const views = [
  'posts',
  'products',
  'links',
  'subscribers',
  'contacts',
  'settings/redirects',
  'media',
  'earnings',
  'analytics',
  'settings/brand',
  'appearance',
]

test('in a walk with the Tab key each kind of control of the site shows at least 40 % of its ring', {
  tag: '@gate',
}, async ({ page }) => {
  test.setTimeout(240_000)
  const compared = new Set<string>()
  for (const path of pages) {
    await open(page, path)
    expect.soft((await findHiddenRings(page, compared)).hidden, path).toEqual([])
  }
})

test('in a walk with the Tab key each kind of control of the admin shows at least 40 % of its ring', {
  tag: '@gate',
}, async ({ page }) => {
  test.setTimeout(240_000)
  const compared = new Set<string>()
  await signInAsOwner(page)
  // The first picture of the library has the colour of the ring.
  await uploadedImage(page, newName('A picture'), undefined, palettes.honey.light.accentDeep)
  for (const view of views) {
    await openAdmin(page, `/admin/${view}`)
    expect.soft((await findHiddenRings(page, compared)).hidden, view).toEqual([])
  }
})
