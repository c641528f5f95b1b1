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
                  test: /src.web.(?:ui|lib|data(?!.owner)|site.(?:layout|pin|forms|shop|blog.post-(?:grid|card|badge|date)))/,
                  minShareCount: 2,
                },
                { name: 'admin-kit', test: /src.web.(?:admin.kit|data.owner)/, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Bundled, since a page uses a dozen of these packages' thousands of icons.
      resolve: { noExternal: ['lucide-react', 'simple-icons'] },
      build: {
        outDir: 'dist/server',
        emitAssets: false,
        copyPublicDir: false,
        rollupOptions: { input: 'src/main.ts' },
      },
    },
  },
})
