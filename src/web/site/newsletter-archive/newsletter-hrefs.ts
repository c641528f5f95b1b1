import { fillPattern } from '../../lib/route-pattern.ts'

export const newsletterHref = (slug: string) => fillPattern('/letters/:slug', { slug })
export const newslettersHref = (page: number) => (page > 1 ? `/letters?page=${page}` : '/letters')
