import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * Axe for a page and its frames of the same origin. It runs within the page and returns the nodes of violations alone, which
 * takes a fifth of the time: by default, the results of all rules pass through a blank page.
 */
export function axeFor(page: Page): AxeBuilder {
  const builder = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const analyze = builder.analyze.bind(builder)
  builder.analyze = async () => {
    await page.evaluate(finishAnimations)
    return analyze()
  }
  return builder
}

/** Half-faded text has less contrast than the text a reader sees: waits up to a second for animations that end. */
async function finishAnimations(): Promise<void> {
  const finite = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
  await Promise.race([
    Promise.allSettled(finite.map(({ finished }) => finished)),
    new Promise((resolve) => setTimeout(resolve, 1000)),
  ])
}

/** Widths that a screen is analysed at. The gate leaves the narrow ones to the full suite: each takes a second. */
export const axeWidths = process.env.TEST_SUITE === 'gate' ? [1280] : [360, 768, 1280]
