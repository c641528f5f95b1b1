import type { Plugin } from 'vite'

/**
 * Replaces the code that waits for what a module needs before it is imported: here the style sheets of the admin alone. The
 * list of the other files, for each page, and the code for it took 1 kB of every page.
 */
export const waitForStyles: Plugin = {
  name: 'wait-for-styles',
  apply: 'build',
  enforce: 'pre',
  config: () => ({
    build: { modulePreload: { resolveDependencies: (_, files) => files.filter((file) => file.endsWith('.css')) } },
  }),
  load: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => `export async function __vitePreload(load, files = []) {
      await Promise.all(files.map((file) => {
        const href = '/' + file
        if (document.querySelector('link[href="' + href + '"]')) return
        return new Promise((resolve, reject) => {
          const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload: resolve, onerror: reject })
          document.head.append(link)
        })
      }))
      return load()
    }`,
  },
}
