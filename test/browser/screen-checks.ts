import type { Page } from '@playwright/test'
import { axeFor } from './axe.ts'
import { expect } from './site-test.ts'

/** The gate checks accessibility at the widest width alone: most violations do not depend on the width. */
const isGate = process.env.TEST_SUITE === 'gate'

type Options = {
  widths?: number[]
  height?: number
  /** Selector of what is not ours. */
  exclude?: string
  /** Tags of the rules to check; by default all rules. */
  tags?: string[]
}

/** The screen has no horizontal overflow and no accessibility violations; leaves the window at the last width. */
export async function expectCleanScreen(
  page: Page,
  { widths = [360, 1280], height = 800, exclude, tags }: Options = {},
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height })
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow, `horizontal overflow at ${width} px`).toBeLessThanOrEqual(0)
    if (isGate && width !== Math.max(...widths)) continue
    const axe = axeFor(page)
    if (exclude) axe.exclude(exclude)
    if (tags) axe.withTags(tags)
    const { violations } = await axe.analyze()
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`)
    expect(found, `accessibility violations at ${width} px`).toEqual([])
  }
}
