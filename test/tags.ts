import type { TestTagDefinition } from 'vitest/config'

/** Tags of Vitest tests. Those of Playwright are `@gate` and `@smoke`. */
export const tags: TestTagDefinition[] = [
  { name: 'full', description: 'Runs in the full suite, not in the gate.' },
  { name: 'smoke', description: 'Of a slow step: runs in the gate even if nothing changed that the step covers.' },
]
