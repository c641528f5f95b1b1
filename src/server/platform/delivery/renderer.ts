import type { FormResponse } from '../../../contract/form-response.ts'

/** Implemented by the web layer and passed in by the composition root, so that the server does not import React. */
export type Renderer = {
  /** The cache key of a URL, which is its canonical form, and whether the page is the same for every visitor. */
  pageKey(url: URL): { key: string; cache: boolean }
  /** Whether a route matches the URL; what its parameters name may not exist. */
  hasPage(url: URL): boolean
  render(url: URL, formResponse?: FormResponse): Promise<RenderedPage>
}

export type RenderedPage = {
  status: number
  html: string
  /** For responses other than HTML pages: feeds and API lists. */
  headers?: Record<string, string>
  cacheable: boolean
  /** Surrogate keys (`posts`, `settings`, …): a change of any of them purges the page. */
  tags: readonly string[]
  /** Why parts of the page could not be loaded; the page shows that they are missing. */
  errors?: readonly unknown[]
}
