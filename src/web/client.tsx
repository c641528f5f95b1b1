import './styles/site.css'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { browserRead } from './data/call.ts'
import { createQueries, createQueryClient } from './data/queries.ts'
import { type PageState, STATE_ELEMENT, seedQueries } from './lib/page-state.ts'
import { reportActivation } from './lib/report-view.ts'
import { matchRoute } from './routes.ts'

const state = JSON.parse(document.getElementById(STATE_ELEMENT)!.textContent!) as PageState
const queryClient = createQueryClient('browser')
seedQueries(queryClient, state)

reportActivation()

// The specification shows the not-found page under its own URL.
if (state.href === '/not-found') window.history.replaceState(null, '', '/not-found')

const start = () => {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <App
          queryClient={queryClient}
          environment={{ queries: createQueries(browserRead), formResponse: state.formResponse }}
          href={state.href}
          styles={state.styles}
          fonts={state.fonts}
          {...(state.head ? { head: state.head } : {})}
        />
      </StrictMode>,
    )
  })
  for (const queryKey of state.failed) void queryClient.refetchQueries({ queryKey, exact: true })
}

// Hydrating before the chunk of the page is loaded would suspend and discard the HTML of the server.
matchRoute(state.href.split('?')[0]!)
  .route.page.preload()
  // In a separate task, to keep the main thread responsive.
  .then(
    () => setTimeout(start),
    (error: unknown) => {
      // The page stays as rendered by the server; its links and forms work without scripts.
      console.error(error)
    },
  )
