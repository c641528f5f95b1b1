import './styles/site.css'
import { type ReactNode, StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { browserRead } from './data/call.ts'
import { createQueries, createQueryClient } from './data/queries.ts'
import { type PageState, STATE_ELEMENT, seedQueries } from './lib/page-state.ts'
import { matchRoute } from './routes.ts'

const state = JSON.parse(document.getElementById(STATE_ELEMENT)!.textContent!) as PageState
const queryClient = createQueryClient('browser')
seedQueries(queryClient, state)

/**
 * Resolves when React handles the events of the page. Hydrating before the chunk of the page is loaded would suspend and
 * discard the HTML of the server.
 */
export const hydrated = matchRoute(state.href.split('?')[0]!)
  .route.page.preload()
  // In a separate task, to keep the main thread responsive.
  .then(() => new Promise<void>((resolve) => setTimeout(() => start(resolve))))

function start(onHydrated: () => void): void {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <Root onHydrated={onHydrated}>
          <App
            queryClient={queryClient}
            environment={{
              queries: createQueries(browserRead),
              formResponse: state.formResponse,
              usedTabs: state.usedTabs,
            }}
            href={state.href}
            styles={state.styles}
            fonts={state.fonts}
            {...(state.head ? { head: state.head } : {})}
          />
        </Root>
      </StrictMode>,
    )
  })
  for (const queryKey of state.failed) void queryClient.refetchQueries({ queryKey, exact: true })
}

/** Its effect runs after those of the page. */
function Root({ onHydrated, children }: { onHydrated: () => void; children: ReactNode }) {
  useEffect(onHydrated, [onHydrated])
  return children
}
