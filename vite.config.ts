import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { keepBrowserOnlyModulesOut } from './scripts/vite-browser-only.ts'
import { inlineEndpoints } from './scripts/vite-inline-endpoints.ts'

/**
 * Bundles the libraries of the server, because resolving thousands of small files takes half of the start time. External
 * are packages with native code or worker threads, and those that are loaded on demand.
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

/** `vite build --app` builds the browser code into dist/client, then the server with its renderer into dist/server. */
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
            // One chunk for the modules that pages share: many small ones compress worse and cost more requests.
            codeSplitting: {
              groups: [
                {
                  name: 'shared',
                  test: /src.web.(?:ui.(?!field|toast-viewport)|lib|data.(?:api|call|queries|report-click)|site.(?:layout|pin.(?!pin-board)|shop.(?:affiliate-link|disclosure-line|product-card|product-grid)|blog.post-(?:grid|card|badge|date)))/,
                  priority: 2,
                },
                // Pages with a form.
                { name: 'forms', test: /src.web.(?:site.forms|ui.field|data.mutations)/, priority: 1 },
                // The schema of any form needs these, and zod.
                { name: 'schemas', test: /src.contract.(?:endpoint|errors|text-fields)[.]/ },
                // A group includes the dependencies of its modules. React, and the part of Radix that toasts and menus share,
                // have their own groups, or public pages would load the chunk of the admin for them.
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
        // Tree-shaken, because pages use a dozen of thousands of icons.
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
