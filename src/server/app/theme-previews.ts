import type { ThemePreviews } from '../accounts/settings/appearance.routes.ts'
import type { Renderer } from '../platform/delivery/renderer.ts'
import type { Themes } from '../platform/delivery/themes.ts'
import { policyOf } from '../platform/http/path-policy.ts'

type ThemePreviewOptions = {
  renderer: Renderer
  themes: Pick<Themes, 'preview' | 'fontsOf'>
  pageHeaders: Record<string, string>
}

export function createThemePreviews({ renderer, themes, pageHeaders }: ThemePreviewOptions): ThemePreviews {
  return {
    pageHeaders,
    async render(path, choice, theme) {
      const url = new URL(path, 'http://localhost')
      if (policyOf(url.pathname).headers !== 'page' || !renderer.hasPage(url)) return undefined
      const fonts = themes.fontsOf(choice)
      return renderer.preview(url, fonts ? { ...theme, fonts } : theme)
    },
    stylesheet: themes.preview,
  }
}
