import type { ImageUse, OwnerImage } from '../../../contract/content/images.ts'

/** The name of an image in the library. */
export function nameOf({ altText, fileName }: Pick<OwnerImage, 'altText' | 'fileName'>): string {
  return altText || fileName || 'Untitled image'
}

/** '1.4 MB', '320 kB', '26 bytes' */
export function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** 'JPEG', 'WebP, animated' */
export function typeOf({ format, isAnimated }: OwnerImage): string {
  const name = format === 'webp' ? 'WebP' : format.toUpperCase()
  return isAnimated ? `${name}, animated` : name
}

/** The key of the stored appearance, which is not a setting. */
const APPEARANCE = '#appearance'

/** The admin page on which a use of an image can be changed. */
export function hrefOf({ kind, id, place }: ImageUse): string {
  if (place === APPEARANCE) return '/admin/appearance'
  if (kind === 'settings') return '/admin/settings'
  if (kind === 'author') return '/admin/settings/account'
  const areas = { post: 'posts', product: 'products', category: 'categories', routine: 'routines' }
  return `/admin/${areas[kind]}/${id}`
}

/** 'Cover of the post', 'Text of the post', 'Hero image' */
export function placeLabel({ kind, place }: ImageUse): string {
  if (place === APPEARANCE) return 'Appearance'
  if (kind === 'settings') return sentenceCase(place)
  if (kind === 'author') return 'Your picture'
  return `${sentenceCase(place)} of the ${kind}`
}

function sentenceCase(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
