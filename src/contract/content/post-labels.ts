import * as z from 'zod/mini'

/** A label says what a text owes to a brand; these are the names that the owner chooses from. */
export const postLabels = {
  none: 'None',
  ad: 'Ad',
  'paid-partnership': 'Paid partnership',
  gifted: 'Gifted products',
  ambassador: 'Ambassador of a brand',
  'own-brand': 'My own brand',
} as const

export type PostLabel = keyof typeof postLabels
export const postLabelNames = Object.keys(postLabels) as [PostLabel, ...PostLabel[]]
export const PostLabel = z.enum(postLabelNames, 'Please choose a label of the list')

export const LABEL_BRAND_MAX = 80
export const LABEL_SENTENCE_MAX = 200

/** The label of a text, as its owner writes it. */
export type Labelled = { label: PostLabel; labelBrand: string; labelSentence: string }

export const unlabelled: Labelled = { label: 'none', labelBrand: '', labelSentence: '' }

/** A stored label; one that this version does not know counts as an ad, so that no label is lost. */
export function toPostLabel(stored: string | null): PostLabel {
  return postLabelNames.find((name) => name === (stored ?? 'none')) ?? 'ad'
}

/** Whether a label says whose it is. */
export function needsBrand(label: PostLabel): boolean {
  return label !== 'none' && label !== 'ad'
}

/** The rule between the fields of a label, as a check of the object that they belong to. */
export const brandIsNamed = z.refine<Labelled>(({ label, labelBrand }) => !needsBrand(label) || labelBrand !== '', {
  message: 'Please name the brand',
  path: ['labelBrand'],
})
