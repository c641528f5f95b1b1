import type { DemoIngredient } from './demo-ingredient.ts'
import { acidIngredients } from './ingredients-acids.ts'
import { activeIngredients } from './ingredients-actives.ts'
import { moistureIngredients } from './ingredients-moisture.ts'

export const demoIngredients: DemoIngredient[] = [...activeIngredients, ...acidIngredients, ...moistureIngredients]
