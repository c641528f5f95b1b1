import type { Theme } from '../../../contract/accounts/theme.ts'
import type { Visitor } from '../../../contract/app/visitor.ts'

/** Implemented by the web layer and passed in by the composition root, so that the server does not import React. */
export type Renderer = {
  /** The cache key of a URL, which is its canonical form, and whether the page is the same for every visitor. */
  pageKey(url: URL): { key: string; cache: boolean }
  /** Whether a route matches the URL; what its parameters name may not exist. */
  hasPage(url: URL): boolean
  render(url: URL, visitor?: Visitor): Promise<RenderedPage>
  /** The HTML of a page in another theme, without scripts. */
  preview(url: URL, theme: Theme): Promise<string>
  /** The page of a database that is away, complete without it; the same text until the settings change. */
  renderUnavailable(): string
}

export type RenderedPage = {
  status: number
  /** The body in pieces: joining them before they are encoded would copy a page once more. */
  body: readonly string[]
  /** Set by responses other than HTML pages: feeds and API lists. */
  headers?: Record<string, string>
  cacheable: boolean
  /** Whether a redirect was chosen by the query of the request, which its target does not get. */
  dropsQuery?: boolean
  /** Surrogate keys (`posts`, `settings`, …): a change of any of them purges the page. */
  tags: readonly string[]
  /** Why parts of the page could not be loaded; the page shows that they are missing. */
  errors?: readonly unknown[]
}
