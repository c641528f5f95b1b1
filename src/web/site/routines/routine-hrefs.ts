import { fillPattern } from '../../lib/route-pattern.ts'

export const routineHref = (slug: string) => fillPattern('/routines/:slug', { slug })
export const routinePinUrl = (slug: string) => fillPattern('/share/routines/:slug.png', { slug })
