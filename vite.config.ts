import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import manifest from './package.json' with { type: 'json' }
import { keepBrowserOnlyModulesOut } from './scripts/vite-browser-only.ts'
import { writeFontFaces } from './scripts/vite-font-faces.ts'
import { inlineEndpoints } from './scripts/vite-inline-endpoints.ts'
import { minifyPublicChunks } from './scripts/vite-minify-public.ts'

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
    react(),
    bundledLibraries,
    inlineEndpoints,
    keepBrowserOnlyModulesOut,
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
          // The browser loads none of these modules for a reference that only the server has.
          treeshake: { moduleSideEffects: [{ test: /src.(?:contract|web.*-parameters)/, sideEffects: false }] },
          output: {
            // One chunk for the modules that pages share: many small ones compress worse and cost more requests.
            codeSplitting: {
              groups: [
                {
                  name: 'shared',
                  test: /src.web.(?:ui.(?!field|toast-viewport|pagination)|lib.(?!paragraphs|late-component|redirect-target|stored-user)|data.(?:api|call|queries|report-click)|site.(?:layout|pin.(?!pin-board|post-pin)|blog.post-date))/,
                  priority: 2,
                },
                // The cards of posts and of products: half of the pages show one of them, few show both.
                {
                  name: 'affiliate',
                  test: /src.web.site.shop.(?:affiliate-link|disclosure-line)|src.contract.shop.link-places/,
                  priority: 2,
                },
                // Articles and the privacy policy have affiliate links and no prices.
                { name: 'price', test: /src.contract.shop.(?:format-price|minor-digits)/, priority: 2 },
                // Of the page to sign in, the schemas of forms and the admin.
                {
                  name: 'sign-in',
                  test: /src.contract.platform.urls|src.web.lib.(?:redirect-target|stored-user)/,
                  priority: 2,
                },
                { name: 'pagination', test: /src.web.ui.pagination/, priority: 1 },
                { name: 'stories', test: /src.web.site.blog.post-(?:grid|card|badge)/, priority: 1 },
                {
                  name: 'products',
                  test: /src.web.site.shop.(?:product-card|product-grid)/,
                  priority: 1,
                },
                // Few names in the list of chunks that every page loads.
                {
                  name: 'post',
                  test: /src.web.site.blog.(?:post-(?:page|head)|kept-part|byline|contents-list|share-links|related-articles|hashtags)|src.web.site.pin.post-pin/,
                },
                {
                  name: 'text',
                  test: /src.web.(?:site.page.(?!content-page)|site.blog.(?:post-content|post-states|follow-links)|lib.paragraphs|styles.article)/,
                  priority: 1,
                },
                { name: 'filters', test: /src.contract.shop.product-filters/, priority: 1 },
                { name: 'routine', test: /src.web.site.routines.(?:routine-(?:view|steps)|step-note)/, priority: 1 },
                {
                  name: 'routines',
                  test: /src.web.(?:site.routines.(?:load-routines|routine-(?:hrefs|states|style)|describe-audience)|data.routines)/,
                  priority: 1,
                },
                {
                  name: 'previews',
                  test: /src.web.(?:site.blog.(?:post-preview-page|preview-(?:article|banner)|shared-preview-page)|site.routines.routine-preview|data.preview)/,
                },
                { name: 'account', test: /src.web.site.(?:login.(?:forgot|reset)-password-page|setup)/ },
                // Of the page to sign in and of the admin.
                { name: 'passkeys', test: /src.web.data.passkey-login/, priority: 1 },
                { name: 'newsletter', test: /src.web.site.newsletter[/\\]/ },
                // Of the archive too, which has no form.
                {
                  name: 'newsletters',
                  test: /src.web.(?:data.newsletters|site.newsletter-archive.newsletter-hrefs)/,
                  priority: 1,
                },
                // Pages with a form.
                {
                  name: 'forms',
                  test: /src.web.(?:site.forms.(?!sent-notice|late-forms|hydrate-letter)|ui.field|data.mutations)/,
                  priority: 1,
                },
                // The schema of any form needs these, and zod.
                { name: 'schemas', test: /src.contract.platform.(?:endpoint|errors|text-fields)[.]/ },
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
        noExternal: ['lucide-react'],
      },
      build: {
        outDir: 'dist/server',
        license,
        emitAssets: false,
        copyPublicDir: false,
        rollupOptions: { input: ['src/main.ts', 'src/cli.ts', 'src/earnings-thread.ts', 'src/mailbox-thread.ts'] },
      },
    },
  },
})
