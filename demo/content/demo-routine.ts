type DemoStep = {
  time: 'morning' | 'evening'
  /** Names the step, with or without a product. */
  kind: string
  /** Slug of a product in `products.ts`. */
  product?: string
  amount: string
  often?: string
  wait?: string
  why: string
  /** Replaces the product or the words for sensitive skin. */
  swapProduct?: string
  swap?: string
}

export type DemoRoutine = {
  slug: string
  name: string
  summary: string
  forWhom: string
  skinTypes: ('dry' | 'oily' | 'combination' | 'normal' | 'sensitive')[]
  concerns: string[]
  imageAlt: string
  steps: DemoStep[]
}
