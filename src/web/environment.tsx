import { createContext, use } from 'react'
import type { FormResponse } from '../contract/form-response.ts'
import type { Queries } from './data/queries.ts'

/** What a page gets from the end it runs at. */
export type Environment = {
  queries: Queries
  /** A form that came back without JavaScript, with what was typed and what is wrong with it. */
  formAnswer: FormResponse | undefined
}

export const EnvironmentContext = createContext<Environment | undefined>(undefined)

export function useEnvironment(): Environment {
  const environment = use(EnvironmentContext)
  if (!environment) throw new Error('useEnvironment outside of <App>')
  return environment
}

export function useQueries(): Queries {
  return useEnvironment().queries
}
