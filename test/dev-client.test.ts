import { createServer } from 'vite'
import { expect, test } from 'vitest'

test('in development the client is evaluated once, and modules of components are replaced in place', async () => {
  const vite = await createServer({
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { noDiscovery: true },
    logLevel: 'error',
  })
  const codeOf = async (path: string) => (await vite.environments.client.transformRequest(path))?.code
  try {
    expect(await codeOf('/src/web/client.tsx')).not.toContain('"/src/web/client.tsx"')
    expect(await codeOf('/src/web/admin/admin-frame.tsx')).toContain('RefreshRuntime')
  } finally {
    await vite.close()
  }
})
