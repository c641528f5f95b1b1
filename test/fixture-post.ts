import type { PostInput } from '../src/contract/content/posts.ts'

const words = '<p>Wash your face with lukewarm water, gently, and pat it dry with a clean towel.</p>'

/** Fields of a post that other tests do not list: older than the demo and without a category. */
export function fixturePost(over: Partial<PostInput> = {}): PostInput {
  const name = Math.random().toString(36).slice(2, 10)
  return {
    title: `Own post ${name}`,
    slug: `own-post-${name}`,
    excerpt: '',
    content: words,
    coverImage: '/apple-touch-icon.png',
    imageAlt: '',
    isPinOptimized: false,
    pinText: null,
    pinLayout: null,
    pinImage: '',
    metaTitle: null,
    metaDescription: null,
    keywords: '',
    categoryId: null,
    isFeatured: false,
    linkIngredients: true,
    label: 'none',
    labelBrand: '',
    labelSentence: '',
    publishedAt: '2001-02-03T12:00:00.000Z',
    ...over,
  }
}
