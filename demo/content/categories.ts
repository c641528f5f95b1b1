export type DemoCategory = {
  slug: string
  name: string
  /** One or two sentences; also the meta description of the category's page. */
  description: string
  imageAlt: string
}

export const demoCategories: DemoCategory[] = [
  {
    slug: 'cleansing',
    name: 'Cleansing',
    description:
      'How to wash your face without leaving it tight: choosing a first cleanser, using it well, and knowing when once a day is enough.',
    imageAlt: 'White cleansing foam spread on a sea-green ground',
  },
  {
    slug: 'moisturizing',
    name: 'Moisturizing',
    description:
      'Creams, lotions and gels explained for beginners: what each texture is good for, how much to use and when to put it on.',
    imageAlt: 'A broad smear of white cream on a rose ground',
  },
  {
    slug: 'sun-care',
    name: 'Sun Care',
    description:
      'Sunscreen made simple: reading the label, applying enough, reapplying through the day and finding a texture you will want to wear.',
    imageAlt: 'A sun of white lotion on a marigold ground',
  },
  {
    slug: 'treatments',
    name: 'Treatments',
    description:
      'Serums, acids and masks without the hype: what the common ingredients are for, and how to add one new step at a time.',
    imageAlt: 'Drops of golden serum on a dark plum ground',
  },
  {
    slug: 'sensitive-skin',
    name: 'Sensitive Skin',
    description:
      'Shorter ingredient lists, patch tests and slower changes: calm, practical guides for skin that is easily upset.',
    imageAlt: 'Silhouette of a woman in profile with a flush on her cheek',
  },
  {
    slug: 'routines',
    name: 'Routines',
    description:
      'Morning and evening routines you can keep: which steps come first, which ones you can skip, and how to begin with just three products.',
    imageAlt: 'A cleanser, a serum and a sunscreen side by side on a sheet of paper',
  },
]
