import type { Page } from '@playwright/test'
import { screens } from './first-load.ts'
import { expect, pageMissing, test } from './site-test.ts'

test.use({ expectedProblems: pageMissing })

const paths = [
  '/',
  '/blog',
  '/blog/retinol-for-beginners',
  '/blog/how-to-patch-test',
  '/shop',
  '/search?q=retinol',
  '/routines',
]
const tablet = { viewport: { width: 768, height: 800 }, deviceScaleFactor: 2 }
const wideTablet = { viewport: { width: 1024, height: 768 }, deviceScaleFactor: 2 }

for (const [name, screen] of Object.entries({ ...screens, tablet, 'wide tablet': wideTablet }))
  test.describe(`on a ${name}`, () => {
    test.use({ viewport: screen.viewport, deviceScaleFactor: screen.deviceScaleFactor })

    test('6 Budget: the sizes attribute of a picture is its drawn width within 10 percent', async ({ page }) => {
      test.slow()
      for (const path of paths) {
        await page.goto(path)
        for (const { file, sizes, said, drawn } of await measurePictures(page)) {
          const message = `${path}: ${file} is ${drawn} px wide, not ${said} (${sizes})`
          expect.soft(said / drawn, message).toBeGreaterThan(0.9)
          expect.soft(said / drawn, message).toBeLessThan(1.1)
        }
      }
    })
  })

for (const [name, { viewport }] of Object.entries({ ...screens, tablet }))
  test(`6 Pictures: no list on a ${name} crops a cover`, async ({ page }) => {
    await page.setViewportSize(viewport)
    for (const path of ['/', '/blog', '/blog/category/sun-care', '/routines']) {
      await page.goto(path)
      const ratios = await page
        .locator('.story-cover .frame, .routine-card-frame')
        .evaluateAll((frames: HTMLElement[]) => frames.map((frame) => frame.offsetWidth / frame.offsetHeight))
      expect(ratios.length, path).toBeGreaterThan(3)
      // Heights are whole pixels.
      for (const ratio of ratios) expect.soft(ratio, path).toBeCloseTo(3 / 2, 1)
    }
  })

type Measured = { file: string; sizes: string; said: number; drawn: number }

/** The natural width of an image with `sizes` is what they evaluate to. */
function measurePictures(page: Page): Promise<Measured[]> {
  return page.evaluate(async () => {
    const shown = [...document.querySelectorAll<HTMLImageElement>('picture > img')].filter(
      (image) => image.offsetWidth > 0,
    )
    for (const image of shown) image.loading = 'eager'
    await Promise.all(shown.map((image) => image.decode()))
    const drawnWidth = (image: HTMLImageElement) => {
      const { objectFit, paddingLeft, paddingRight, paddingTop, paddingBottom } = getComputedStyle(image)
      if (objectFit !== 'contain') return image.offsetWidth
      // A cut-out is drawn whole within its padding.
      const width = image.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      const height = image.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom)
      return Math.min(width, (height * image.naturalWidth) / image.naturalHeight)
    }
    return shown.map((image) => ({
      file: new URL(image.currentSrc).pathname,
      sizes: image.parentElement!.querySelector('source')!.sizes,
      said: image.naturalWidth,
      drawn: drawnWidth(image),
    }))
  })
}
