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
    imageAlt: 'Illustration of a pump bottle of cleanser beside a basin of rippling water',
  },
  {
    slug: 'moisturizing',
    name: 'Moisturizing',
    description:
      'Creams, lotions and gels explained for beginners: what each texture is good for, how much to use and when to put it on.',
    imageAlt: 'Illustration of an open jar of cream on folded linen in soft morning light',
  },
  {
    slug: 'sun-care',
    name: 'Sun Care',
    description:
      'Sunscreen made simple: reading the label, applying enough, reapplying through the day and finding a texture you will want to wear.',
    imageAlt: 'Illustration of a tube of sunscreen in front of a large warm sun',
  },
  {
    slug: 'treatments',
    name: 'Treatments',
    description:
      'Serums, acids and masks without the hype: what the common ingredients are for, and how to add one new step at a time.',
    imageAlt: 'Illustration of an amber dropper bottle of serum among green leaves',
  },
  {
    slug: 'sensitive-skin',
    name: 'Sensitive Skin',
    description:
      'Shorter ingredient lists, patch tests and slower changes: calm, practical guides for skin that is easily upset.',
    imageAlt: 'Illustration of a plain pale bottle beside smooth stones and a single leaf',
  },
  {
    slug: 'routines',
    name: 'Routines',
    description:
      'Morning and evening routines you can keep: which steps come first, which ones you can skip, and how to begin with just three products.',
    imageAlt: 'Illustration of three skincare bottles in a row on a shelf under an arch',
  },
]
