import { expect, test } from 'vitest'
import type { EditableAppearance } from '../../src/contract/accounts/appearance.ts'
import { openIsolatedSite } from './isolated-site.ts'
import { sendJson } from './send-json.ts'

const site = openIsolatedSite()

test('the dark logo is for dark screens, and the other one for everything else', async () => {
  const { owner, origin } = site
  const images = (await (await owner.fetch(`${origin}/api/images`)).json()) as { url: string }[]
  const [logo, darkLogo] = [images[0]!.url, images[1]!.url]
  const { appearance } = (await (await owner.fetch(`${origin}/api/appearance`)).json()) as EditableAppearance
  const saved = await sendJson(owner, 'PUT', `${origin}/api/appearance`, { ...appearance, dark: true, logo, darkLogo })
  expect(saved.status).toBe(200)

  const { document } = await owner.open(`${origin}/`)
  const picture = document.querySelector('header .logo picture')!
  const folderOf = (url: string) => url.split('/').at(-2)!
  const [dark] = picture.querySelectorAll('source')
  expect(dark!.media).toBe('screen and (prefers-color-scheme: dark)')
  expect(dark!.srcset).toContain(folderOf(darkLogo))
  expect(picture.querySelector('img')!.src).toContain(folderOf(logo))
})
