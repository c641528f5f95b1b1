export type DemoIngredient = {
  slug: string
  name: string
  /** The name that labels print. */
  inci: string
  synonyms: string[]
  /** One line. */
  summary: string
  /** Paragraphs with blank lines between them. */
  whatItDoes: string
  evidence: string
  evidenceLevel: 'early' | 'moderate' | 'strong'
  strengths: string
  goesWith: { name: string; note: string }[]
  keepApart: { name: string; note: string }[]
  startSlowly: string
  pregnancyNote: string
  sources: { title: string; url: string }[]
  /** First mentions in articles lead to its page. */
  isLinked: boolean
}

/** Pages of public bodies that several ingredients rest on. */
export const source = {
  cosing: {
    title: 'European Commission: CosIng, the database of cosmetic ingredients',
    url: 'https://single-market-economy.ec.europa.eu/sectors/cosmetics/cosmetic-ingredient-database_en',
  },
  moisturizers: {
    title: 'DermNet: Emollients and moisturisers',
    url: 'https://dermnetnz.org/topics/emollients-and-moisturisers',
  },
  drySkin: {
    title: 'American Academy of Dermatology: Dermatologists’ top tips for relieving dry skin',
    url: 'https://www.aad.org/public/everyday-care/skin-care-basics/dry/dermatologists-tips-relieve-dry-skin',
  },
  retinoids: {
    title: 'American Academy of Dermatology: Retinoid or retinol?',
    url: 'https://www.aad.org/public/everyday-care/skin-care-secrets/anti-aging/retinoid-retinol',
  },
  sunscreen: {
    title: 'American Academy of Dermatology: Sunscreen FAQs',
    url: 'https://www.aad.org/public/everyday-care/sun-protection/sunscreen-patients/sunscreen-faqs',
  },
  sunscreenRules: {
    title: 'U.S. Food and Drug Administration: Sunscreen, how to help protect your skin from the sun',
    url: 'https://www.fda.gov/drugs/understanding-over-counter-medicines/sunscreen-how-help-protect-your-skin-sun',
  },
  alphaHydroxyAcids: {
    title: 'U.S. Food and Drug Administration: Alpha hydroxy acids',
    url: 'https://www.fda.gov/cosmetics/cosmetic-ingredients/alpha-hydroxy-acids',
  },
  skinProtectants: {
    title: 'Code of Federal Regulations, 21 CFR part 347: Skin protectant products',
    url: 'https://www.ecfr.gov/current/title-21/chapter-I/subchapter-D/part-347',
  },
  emollients: { title: 'NHS: Emollients', url: 'https://www.nhs.uk/conditions/emollients/' },
} as const
