import type { Binding } from '../platform/http/endpoint-handler.ts'
import { createApp } from './app.ts'
import { listBindings } from './bindings.ts'
import { createServices } from './services.ts'
import type { SiteParts } from './site-parts.ts'

/** The application with everything that runs behind it; nothing runs on its own before `open`. */
export function composeSite(parts: SiteParts) {
  const services = createServices(parts, () => bindings)
  const bindings: readonly Binding[] = listBindings(services)
  const { mail, newsletterSender, jobs, clicks, redirectHits, warming } = services
  return {
    services,
    app: createApp(services, bindings),
    /** Starts sending mail and running jobs. */
    async open() {
      warming.open()
      mail.open()
      newsletterSender.open()
      await jobs.open()
    },
    /** Finishes what runs, and writes buffered clicks. */
    async close() {
      warming.close()
      await Promise.all([mail.close(), newsletterSender.close(), jobs.close(), clicks.close(), redirectHits.close()])
    },
  }
}
