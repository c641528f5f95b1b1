import { createContext, use } from 'react'
import type { FormResponse } from '../contract/form-response.ts'
import type { Queries } from './data/queries.ts'

/** What differs between the server and the browser. */
export type Environment = {
  queries: Queries
  /** The values and errors of a form that was submitted without JavaScript and rejected. */
  formResponse: FormResponse | undefined
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
