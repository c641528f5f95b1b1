import type { EvidenceLevel } from './ingredients.ts'

/** The steps of the evidence, weakest first. They have no schema, because the pages of ingredients import them. */
export const evidenceLabels: Record<Exclude<EvidenceLevel, ''>, string> = {
  early: 'Early',
  moderate: 'Moderate',
  strong: 'Strong',
}
