import './styles/site.css'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { browserRead } from './data/call.ts'
import { createQueries, createQueryClient } from './data/queries.ts'
import { type PageState, STATE_ELEMENT, seedQueries } from './lib/page-state.ts'
import { matchRoute } from './routes.ts'

const state = JSON.parse(document.getElementById(STATE_ELEMENT)!.textContent!) as PageState
const queryClient = createQueryClient('browser')
seedQueries(queryClient, state)

// A missing page is shown under the address of the fallback screen.
if (state.href === '/not-found') window.history.replaceState(null, '', '/not-found')

const start = () => {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <App
          queryClient={queryClient}
          environment={{ queries: createQueries(browserRead), formAnswer: state.formAnswer }}
          href={state.href}
          styles={state.styles}
          fonts={state.fonts}
        />
      </StrictMode>,
    )
  })
  for (const queryKey of state.failed) void queryClient.refetchQueries({ queryKey, exact: true })
}

// The chunk is on its way already (`start.ts`); without it the page would suspend and lose its server-made HTML.
matchRoute(state.href.split('?')[0]!)
  .route.page.preload()
  // In a task of its own, like the scripts before it.
  .then(
    () => setTimeout(start),
    (error: unknown) => {
      // Without its code the page stays as the server made it: complete, with links and forms that work.
      console.error(error)
    },
  )
