import * as contract from '../../../contract/accounts/appearance.ts'
import type { Theme, ThemeChoice } from '../../../contract/accounts/theme.ts'
import { bind, bindStaged } from '../../platform/http/endpoint-handler.ts'
import { readAppearance, saveAppearance } from './appearance.repo.ts'

/** Shows the site in a theme that is not saved. */
export type ThemePreviews = {
  /** Headers of a public page. */
  pageHeaders: Record<string, string>
  /** The HTML of a page of the site in a theme; undefined for an unknown page. */
  render(path: string, choice: ThemeChoice, theme: Theme): Promise<string | undefined>
  stylesheet(choice: ThemeChoice, scheme: 'light' | 'dark' | undefined): string
  /** The dark colours of the admin. */
  adminColours(choice: ThemeChoice): string
}

export function appearanceRoutes({ themePreviews }: { themePreviews: ThemePreviews }) {
  const notStored = { 'cache-control': 'private, no-store' }
  return [
    bind(contract.findAppearance, async ({ db }) => ({ body: await readAppearance(db) })),
    bindStaged(contract.saveAppearance, async ({ db, body, version, now, transact }) => {
      try {
        return await transact({ body, version }, async (transaction) => {
          if (!(await saveAppearance(transaction, body, now, version))) throw new OutdatedAppearance()
          return { body: await readAppearance(transaction) }
        })
      } catch (error) {
        if (!(error instanceof OutdatedAppearance)) throw error
        const message = 'The appearance was changed elsewhere meanwhile'
        return { status: 409, body: { message, current: await readAppearance(db) } }
      }
    }),
    bind(contract.previewPage, async ({ query: { path, ...query } }) => {
      const parameters = new URLSearchParams(query)
      const theme = { stylesheet: `/api/appearance/stylesheet?${parameters}` }
      const page = await themePreviews.render(path, toChoice(query), theme)
      if (page === undefined) return undefined
      const html = query.scheme ? withScheme(page, query.scheme) : page
      const headers = {
        ...inFrame(themePreviews.pageHeaders),
        ...notStored,
        'content-type': 'text/html; charset=utf-8',
      }
      return { chunks: once(withPreviewLinks(html, parameters)), headers }
    }),
    bind(contract.previewStylesheet, async ({ query: { scheme, ...query } }) => {
      const css = themePreviews.stylesheet(toChoice(query), scheme)
      return { chunks: once(css), headers: { ...notStored, 'content-type': 'text/css; charset=utf-8' } }
    }),
    bind(contract.findAdminColours, async ({ db }) => {
      const { appearance } = await readAppearance(db)
      return {
        chunks: once(themePreviews.adminColours(appearance)),
        headers: { 'content-type': 'text/css; charset=utf-8' },
      }
    }),
  ]
}

function toChoice({ scheme: _scheme, ...theme }: contract.ThemeQuery): ThemeChoice {
  return { ...theme, dark: true }
}

/** Only pages of the site itself may show the frame. */
function inFrame(headers: Record<string, string>): Record<string, string> {
  const policy = headers['content-security-policy']
  return {
    ...headers,
    'x-frame-options': 'SAMEORIGIN',
    ...(policy
      ? { 'content-security-policy': policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'") }
      : {}),
  }
}

/** Links of the page lead to the preview of their target. */
function withPreviewLinks(html: string, theme: URLSearchParams): string {
  const toPreview = (_: string, before: string, path: string) => {
    const query = new URLSearchParams([['path', path.replaceAll('&amp;', '&')], ...theme])
    return `${before}"/api/appearance/preview?${query.toString().replaceAll('&', '&amp;')}"`
  }
  return html.replace(/(<a\b[^>]*?\shref=)"(\/(?!\/)[^"#]*)[^"]*"/g, toPreview)
}

/** Pictures for one of the two schemes follow that of the preview, not that of the owner's system. */
function withScheme(html: string, scheme: 'light' | 'dark'): string {
  return html.replaceAll(
    'media="screen and (prefers-color-scheme: dark)"',
    `media="${scheme === 'dark' ? 'all' : 'not all'}"`,
  )
}

async function* once(text: string): AsyncGenerator<string> {
  yield text
}

/** Thrown so that the transaction is rolled back. */
class OutdatedAppearance extends Error {}
