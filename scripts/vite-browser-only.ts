import type { Plugin } from 'vite'

/** Modules that the server never renders. Of the admin it renders the frame and the title (`src/web/routes.ts`). */
const browserOnly =
  /[/]src[/]web[/](?:admin[/](?!(?:admin-shell|admin-frame|tabs|tab-rail|page-title|settings[/]settings-sections|kit[/]opened-name)[.])|data[/]owner[/])|[/]node_modules[/](?:recharts|d3-[a-z]+|@tiptap|prosemirror-[a-z]+)[/]/

/** Fails the build when the server bundle contains a browser-only module, which costs start time and memory. */
export const keepBrowserOnlyModulesOut: Plugin = {
  name: 'keep-browser-only-modules-out',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'ssr',
  generateBundle(_, bundle) {
    const modules = Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? output.moduleIds : []))
    const found = modules.filter((id) => browserOnly.test(id.replaceAll('\\', '/')))
    if (found.length > 0) this.error(`The server bundle contains browser-only modules:\n${found.join('\n')}`)
  },
}
