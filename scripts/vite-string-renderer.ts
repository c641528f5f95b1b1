import type { Plugin } from 'vite'

/** Leaves out React's renderer for streams, which is as large as the one for texts; the site uses the latter. */
export const stringRenderer: Plugin = {
  name: 'string-renderer',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'ssr',
  transform: {
    filter: { id: /[/]react-dom[/]server[.]node[.]js$/ },
    handler: () => ({
      code: `const renderer = require('./cjs/react-dom-server-legacy.node.production.js')
exports.renderToString = renderer.renderToString
exports.renderToStaticMarkup = renderer.renderToStaticMarkup`,
      map: null,
    }),
  },
}
