import { fillPattern } from '../../lib/route-pattern.ts'

export const letterHref = (slug: string) => fillPattern('/letters/:slug', { slug })
export const lettersHref = (page: number) => (page > 1 ? `/letters?page=${page}` : '/letters')
