import { createContext, type ReactNode, use } from 'react'
import type { Visitor } from '../contract/app/visitor.ts'
import type { Queries } from './data/queries.ts'

/** The parts of pages that only the server renders (`site/blog/kept-part.tsx`). */
export type KeptParts = {
  postEnding: (props: { postId: number; categoryId: number | null; isPreview: boolean }) => ReactNode
}

/** Holds what differs between the server and the browser. */
export type Environment = Visitor & {
  queries: Queries
  /** On the server. */
  parts?: KeptParts
  /** On the server: the HTML of a part that `site/layout/fragment.tsx` keeps. */
  renderFragment?: (part: ReactNode) => string
}

export const EnvironmentContext = createContext<Environment | undefined>(undefined)

export function useEnvironment(): Environment {
  return use(EnvironmentContext)!
}

export function useQueries(): Queries {
  return useEnvironment().queries
}
