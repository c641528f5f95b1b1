import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { keepBrowserOnlyModulesOut } from './scripts/vite-browser-only.ts'
import { inlineEndpoints } from './scripts/vite-inline-endpoints.ts'

/**
 * Takes the server's libraries into its own few files: to look up thousands of small ones would take half of a start.
 * Left out is what carries a native library, starts threads from files of its own, or is loaded only when it is needed.
 */
const bundledLibraries: Plugin = {
  name: 'bundled-libraries',
  apply: 'build',
  configEnvironment(name) {
    if (name !== 'ssr') return undefined
    const external = ['better-sqlite3', 'sharp', '@node-rs/argon2', 'pino', 'pino-pretty', 'pg']
    return { resolve: { noExternal: true, external: [...external, 'nodemailer', '@simplewebauthn/server'] } }
  },
}

/** One `vite build --app`: the browser's half into dist/client, the server with its renderer into dist/server. */
export default defineConfig({
  appType: 'custom',
  plugins: [tailwindcss(), react(), bundledLibraries, inlineEndpoints, keepBrowserOnlyModulesOut],
  builder: {
    async buildApp(builder) {
      await builder.build(builder.environments.client!)
      await builder.build(builder.environments.ssr!)
    },
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        assetsInlineLimit: 0,
        rollupOptions: {
          input: ['src/web/start.ts', 'src/web/client.tsx'],
          output: {
            // What several pages share travels once, in one file: many small ones compress worse and cost more requests.
            codeSplitting: {
              groups: [
                {
                  name: 'shared',
                  test: /src.web.(?:ui.(?!field|toast-viewport)|lib|data.(?:api|call|queries|report-click)|site.(?:layout|pin.(?!pin-board)|shop.(?:affiliate-link|disclosure-line|product-card|product-grid)|blog.post-(?:grid|card|badge|date)))/,
                  priority: 2,
                },
                // For the pages that have a form.
                { name: 'forms', test: /src.web.(?:site.forms|ui.field|data.mutations)/, priority: 1 },
                // A chunk takes along what its modules need of libraries. What the reader's pages need too is taken out before
                // the admin's chunk, or each of them would have to load that: React, what Radix' toasts and menus are both made of.
                {
                  name: 'react',
                  test: /node_modules.(?:(?:react|react-dom|scheduler)[/]|@tanstack.(?:react-query.build.modern.queryOptions|query-core.build.modern.mutation)[.])|rolldown.runtime/,
                  priority: 3,
                },
                {
                  name: 'primitives',
                  test: /node_modules.@radix-ui.(?:primitive|react-(?:collection|compose-refs|context|dismissable-layer|portal|presence|primitive|slot|use-[a-z-]+))[/]/,
                },
                { name: 'admin-kit', test: /src.web.(?:admin.kit|data.owner)/, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      resolve: {
        // A page uses a dozen of these packages' thousands of icons.
        noExternal: ['lucide-react', 'simple-icons'],
      },
      build: {
        outDir: 'dist/server',
        emitAssets: false,
        copyPublicDir: false,
        rollupOptions: { input: 'src/main.ts' },
      },
    },
  },
})
