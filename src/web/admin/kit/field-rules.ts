import { createContext, use } from 'react'
import * as z from 'zod/mini'

type Schema = z.core.$ZodType

const RulesContext = createContext<Schema | undefined>(undefined)

/** Provides the schema of a form, by which its fields know whether they may stay empty. */
export const FieldRules = RulesContext.Provider

/** Whether the field of a name may stay empty; undefined in a form without a schema, and for a field that is not in it. */
export function useIsOptional(name: string | undefined, isChoice = false): boolean | undefined {
  const schema = use(RulesContext)
  return schema && name !== undefined ? isOptional(schema, name, isChoice) : undefined
}

/**
 * Whether a schema accepts nothing at a path such as `sources.0.url`; undefined if it has no such path.
 * A choice is never left out of a form, so a default does not make it optional.
 */
export function isOptional(schema: Schema, path: string, isChoice = false): boolean | undefined {
  const field = path.split('.').reduce<Schema | undefined>(step, schema)
  return field && (isChoice ? ['', null] : nothing).some((value) => z.safeParse(field, value).success)
}

/** As a form sends an empty field, or leaves it out. */
const nothing = ['', null, [], undefined]

/** The schema of a key, through what wraps an object or an array. */
function step(schema: Schema | undefined, key: string): Schema | undefined {
  const {
    shape,
    element,
    innerType,
    in: input,
  } = (schema?._zod.def ?? {}) as Partial<{
    shape: Record<string, Schema>
    element: Schema
    innerType: Schema
    in: Schema
  }>
  if (shape) return shape[key]
  if (element) return element
  return innerType || input ? step(innerType ?? input, key) : undefined
}
