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
    const results = await analyze()
    results.violations.push(...(await page.evaluate(findBrokenNames)).map(toViolation))
    return results
  }
  return builder
}

type Violation = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'][number]
type Fault = { id: string; target: string }

/** What axe leaves out: references to elements that are not there, alerts without a text, and panels of tabs without a name. */
function findBrokenNames(): Fault[] {
  const exist = (ids: string) => ids.split(/\s+/).every((id) => document.getElementById(id))
  const references = ['aria-labelledby', 'aria-describedby', 'aria-controls'].flatMap((name) =>
    [...document.querySelectorAll(`[${name}]`)]
      .filter((element) => !exist(element.getAttribute(name)!))
      .map((element) => ({ id: `${name}-reference`, element })),
  )
  const unnamed = (selector: string, id: string) =>
    [...document.querySelectorAll(selector)].map((element) => ({ id, element }))
  return [
    ...references,
    ...unnamed('[role=alertdialog]:not([aria-describedby])', 'alertdialog-description'),
    ...unnamed('[role=tabpanel]:not([aria-labelledby], [aria-label])', 'tabpanel-name'),
  ].map(({ id, element }) => ({ id, target: (element.cloneNode() as Element).outerHTML }))
}

function toViolation({ id, target }: Fault): Violation {
  const node = { target: [target], html: target, failureSummary: id, any: [], all: [], none: [] }
  return { id, description: id, help: id, helpUrl: '', tags: [], nodes: [node] }
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
