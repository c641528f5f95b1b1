import type { FormResponse } from '../../../contract/form-response.ts'

/** The renderer as the server sees it: passed in by the composition root, so that nothing here imports React. */
export type Renderer = {
  /** What of an address makes its page, and whether the page is the same for every visitor. */
  pageKey(url: URL): { key: string; cache: boolean }
  /** Whether an address belongs to a page, whatever its parameters name. */
  hasPage(url: URL): boolean
  render(url: URL, formResponse?: FormResponse): Promise<RenderedPage>
}

export type RenderedPage = {
  status: number
  html: string
  /** Of what is no page: a feed, a list of the API. */
  headers?: Record<string, string>
  cacheable: boolean
  /** What it was made of: `posts`, `settings` and so on. A change of any of them makes it old. */
  tags: readonly string[]
}
