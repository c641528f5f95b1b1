import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** One `vite build --app`: the browser's half into dist/client, the server with its renderer into dist/server. */
export default defineConfig({
  appType: 'custom',
  plugins: [tailwindcss(), react()],
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
          input: 'src/web/client.tsx',
          output: {
            // What several pages share travels once, in one file: many small ones compress worse and cost more requests.
            codeSplitting: {
              groups: [
                {
                  name: 'shared',
                  test: /src.web.(?:ui.(?!field|toast-viewport)|lib|data.(?:api|queries|http-reads|report-click)|site.(?:layout|pin.(?!pin-board)|shop.(?:affiliate-link|disclosure-line|product-card|product-grid)|blog.post-(?:grid|card|badge|date)))/,
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
        noExternal: [
          // A page uses a dozen of these packages' thousands of icons.
          'lucide-react',
          'simple-icons',
          // Of hundreds of small files each: to look them up would take half of a start.
          'kysely',
          'zod',
          'hono',
          '@hono/node-server',
          '@simplewebauthn/server',
        ],
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
