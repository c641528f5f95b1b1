import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * Axe for a page and its frames of the same origin. It runs within the page and returns the nodes of violations alone, which
 * takes a fifth of the time: by default, the results of all rules pass through a blank page.
 */
export function axeFor(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
}

/** Widths that a screen is analysed at. The gate leaves the narrow ones to the full suite: each takes a second. */
export const axeWidths = process.env.TEST_SUITE === 'gate' ? [1280] : [360, 768, 1280]
