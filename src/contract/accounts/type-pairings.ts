/**
 * The type pairings that an owner may choose. Their fonts are subsets of Fontsource packages (`scripts/font-faces.ts`, from which the
 * build writes their style sheets in `src/web/styles/pairings`; the default's rules are part of the site's own). Without zod,
 * because the admin and the renderer use it.
 */

export type TypePairing = {
  label: string
  description: string
  /** The values of `--font-sans`, `--font-display` and `--font-accent`. */
  sans: string
  display: string
  accent: string
  /** The subsets that are preloaded, by the name of their file. */
  preloads: string[]
}

const subsets = (family: string) => `"${family}", "${family} Latin", "${family} Latin Ext"`
const fallbacks = (family: string) => `"${family} Fallback", "${family} Android"`
const sans = (family: string) => `${subsets(family)}, ${fallbacks(family)}, system-ui, sans-serif`
const serif = (family: string, fallback = family) => `${subsets(family)}, ${fallbacks(fallback)}, Georgia, serif`

export const typePairings = {
  editorial: {
    label: 'Editorial',
    description: 'Playfair Display and Montserrat, quotes in Cormorant Garamond.',
    sans: sans('Montserrat'),
    display: serif('Playfair Display', 'Playfair'),
    accent: serif('Cormorant Garamond', 'Cormorant'),
    preloads: ['montserrat', 'playfair-display'],
  },
  bookish: {
    label: 'Bookish',
    description: 'Lora and Figtree, quotes in Lora Italic.',
    sans: sans('Figtree'),
    display: serif('Lora'),
    accent: serif('Lora Italic'),
    preloads: ['figtree', 'lora'],
  },
  boutique: {
    label: 'Boutique',
    description: 'Marcellus and Mulish, quotes in Cormorant Garamond.',
    sans: sans('Mulish'),
    display: serif('Marcellus'),
    accent: serif('Cormorant Garamond', 'Cormorant'),
    preloads: ['mulish', 'marcellus'],
  },
  modern: {
    label: 'Modern',
    description: 'DM Sans throughout, quotes in DM Serif Display.',
    sans: sans('DM Sans'),
    display: sans('DM Sans'),
    accent: serif('DM Serif Display', 'DM Serif'),
    preloads: ['dm-sans'],
  },
} satisfies Record<string, TypePairing>

export type TypePairingName = keyof typeof typePairings
export const typePairingNames = Object.keys(typePairings) as TypePairingName[]
