import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import manifest from './package.json' with { type: 'json' }
import { keepBrowserOnlyModulesOut } from './scripts/vite-browser-only.ts'
import { pagesChunk, sharedChunk } from './scripts/vite-chunks.ts'
import { writeFontFaces } from './scripts/vite-font-faces.ts'
import { inlineEndpoints } from './scripts/vite-inline-endpoints.ts'
import { waitForStyles } from './scripts/vite-late-styles.ts'
import { minifyPublicChunks } from './scripts/vite-minify-public.ts'
import { serverChunk } from './scripts/vite-server-chunks.ts'
import { stringRenderer } from './scripts/vite-string-renderer.ts'
import { trimQuery } from './scripts/vite-trim-query.ts'
import { trimReact } from './scripts/vite-trim-react.ts'

/**
 * Bundles the libraries of the server, because resolving thousands of small files takes half of the start time. External
 * are packages with native code or worker threads, and those that are loaded on demand: the `dependencies` of package.json,
 * which are all that an installation of the package has.
 */
const bundledLibraries: Plugin = {
  name: 'bundled-libraries',
  apply: 'build',
  configEnvironment(name) {
    if (name !== 'ssr') return undefined
    return {
      resolve: { noExternal: true, external: Object.keys(manifest.dependencies) },
      // Leaves the development build of React out.
      define: { 'process.env.NODE_ENV': '"production"' },
    }
  },
}

/** The fonts of each pairing but the default, for `server/platform/delivery/themes.ts`. */
const pairings = ['bookish', 'boutique', 'modern'].map((name) => `src/web/styles/pairings/${name}.css`)

/** Read and removed by scripts/write-licences.ts. */
const license = { fileName: '.vite/licences.json' }

/** `vite build --app` builds the browser code into dist/client, then the server with its renderer into dist/server. */
export default defineConfig({
  appType: 'custom',
  plugins: [
    writeFontFaces,
    tailwindcss(),
    // Fast Refresh imports the entry again by another URL, which would hydrate the page twice.
    react({ refreshExclude: [/node_modules/, /src.web.client[.]tsx/] }),
    bundledLibraries,
    inlineEndpoints,
    keepBrowserOnlyModulesOut,
    waitForStyles,
    trimReact,
    trimQuery,
    stringRenderer,
    minifyPublicChunks,
  ],
  builder: {
    async buildApp(builder) {
      await builder.build(builder.environments.client!)
      await builder.build(builder.environments.ssr!)
    },
  },
  // A module, so that the decoder of HEIC is a file of its own, loaded on demand.
  worker: { format: 'es' },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        license,
        assetsInlineLimit: 0,
        rollupOptions: {
          input: ['src/web/start.ts', 'src/web/client.tsx', ...pairings],
          // The script of the reader waits for what the client exports.
          preserveEntrySignatures: 'allow-extension',
          // The browser loads none of these modules for a reference that only the server has.
          treeshake: { moduleSideEffects: [{ test: /src.(?:contract|web.*-parameters)/, sideEffects: false }] },
          output: {
            // Few chunks for what pages share: many small ones compress worse and cost more requests.
            codeSplitting: {
              groups: [
                // The script of the reader, in one file with what the client shares with it.
                { name: 'start', test: /src.web.start[.]ts|vite.preload-helper/, priority: 5 },
                // Derived, these are three files, which would make the home page and products heavier.
                {
                  name: 'products',
                  test: /src.web.site.(?:shop.(?:product-card|product-grid)|layout.affiliate-disclosure)/,
                  includeDependenciesRecursively: false,
                  priority: 4,
                },
                { name: pagesChunk, includeDependenciesRecursively: false, priority: 3 },
                { name: sharedChunk, priority: 2 },
                // Of a late part of the page to sign in, and of the admin, whose chunk would include it.
                { name: 'passkeys', test: /src.web.data.passkey-login/, priority: 1 },
                // The schema of any form needs these, and zod.
                { name: 'schemas', test: /src.contract.platform.(?:endpoint|errors|text-fields)[.]/ },
                // A group includes the dependencies of its modules. React, and the part of Radix that toasts and menus share,
                // have their own groups, or public pages would load the chunk of the admin for them.
                {
                  name: 'react',
                  test: /node_modules.(?:(?:react|react-dom|scheduler)[/]|@tanstack.(?:react-query.build.modern.queryOptions|query-core.build.modern.mutation)[.])|rolldown.runtime/,
                  priority: 4,
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
        noExternal: ['lucide-react'],
      },
      build: {
        outDir: 'dist/server',
        license,
        emitAssets: false,
        copyPublicDir: false,
        rollupOptions: {
          input: [
            'src/main.ts',
            'src/cli.ts',
            'src/earnings-thread.ts',
            'src/mailbox-thread.ts',
            'src/site-import-process.ts',
            'src/static-site-process.ts',
          ],
          // Pages are loaded late in the browser only.
          checks: { ineffectiveDynamicImport: false },
          output: {
            // The code gets a sixth smaller; licences are in a file of their own.
            comments: false,
            codeSplitting: {
              groups: [{ name: serverChunk, debugName: 'start', includeDependenciesRecursively: false }],
            },
          },
        },
      },
    },
  },
})
