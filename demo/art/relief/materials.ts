/** Surfaces by name. */
import type { Material } from './solid.ts'

export const glazed = (color: string): Material => ({ color, gloss: 0.55, rough: 0.22 })
export const satin = (color: string): Material => ({ color, gloss: 0.35, rough: 0.6 })
export const matte = (color: string): Material => ({ color, gloss: 0.06, rough: 0.9 })
export const rubber = (color: string): Material => ({ color, gloss: 0.22, rough: 0.7 })
export const glass = (clear: string): Material => ({ color: clear, gloss: 0.95, rough: 0.05, clear })
export const metal = (color: string): Material => ({ color, gloss: 0.95, rough: 0.3, metal: true })
export const cream = (color: string): Material => ({ color, gloss: 0.55, rough: 0.3, soft: 0.7 })
export const lotion = (color: string): Material => ({ color, gloss: 0.85, rough: 0.12, soft: 0.6 })
export const gel = (clear: string): Material => ({ color: clear, gloss: 1, rough: 0.03, clear })
export const clay = (color: string): Material => ({ color, gloss: 0.05, rough: 0.9, soft: 0.2 })
export const wax = (color: string): Material => ({ color, gloss: 0.3, rough: 0.5, soft: 0.9 })

export const gold = metal('#c9a56a')
export const steel = metal('#c9cbcb')
