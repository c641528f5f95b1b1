/** The facts of a product as the demo's writer gives them; every brand is invented. */
export type DemoFacts = {
  size: [amount: number, unit: 'ml' | 'g' | 'oz' | 'fl oz' | 'pieces']
  /** Days before the seeding on which the first shop's price was looked up. */
  checkedDaysAgo: number
  /** Further shops, price in cents; without one where the program of the shop forbids typed prices. */
  otherShops?: (
    | { shop: 'beauty.example' }
    | { shop: Exclude<ShopHost, 'beauty.example'>; price: number; checkedDaysAgo: number }
  )[]
  /** Names of ingredients in `ingredients.ts` where there is one. */
  keyIngredients: string[]
  skinTypes: ('dry' | 'oily' | 'combination' | 'normal' | 'sensitive')[]
  concerns: string[]
  texture: string
  fragranceFree: boolean | null
  alcoholFree: boolean | null
  vegan: boolean | null
  crueltyFree: boolean | null
  spf?: number
  comedogenicNote?: string
  /** 0 to 5 in halves; null is not rated. */
  rating: number | null
  verdict: string
  forWhom: string
  notForWhom: string
  pros: string[]
  cons: string[]
  testedWeeks: number
  obtained: 'bought' | 'gifted'
  fallbackUrl?: string
}

/** The invented shops by host. */
export const shopNames = {
  'shop.example': 'Shelf & Sink',
  'beauty.example': 'Petal Market',
  'apothecary.example': 'Old Mill Apothecary',
} as const
export type ShopHost = keyof typeof shopNames
