import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { type Environment, EnvironmentContext } from '../../environment.tsx'
import { RouterProvider } from '../../lib/router.tsx'
import { NewsletterForm } from './newsletter-form.tsx'

type Surroundings = {
  environment: Environment
  router: ComponentProps<typeof RouterProvider>['value']
  queryClient: QueryClient
}

/** Gives the sign-up form of a kept part its scripts, with what is typed in it; returns a function that ends it. */
export function hydrateLetter(place: HTMLElement, { environment, router, queryClient }: Surroundings): () => void {
  const root = hydrateRoot(
    place,
    <QueryClientProvider client={queryClient}>
      <EnvironmentContext value={environment}>
        <RouterProvider value={router}>
          <NewsletterForm place={place.dataset.letter} source="post" />
        </RouterProvider>
      </EnvironmentContext>
    </QueryClientProvider>,
    { identifierPrefix: 'letter' },
  )
  return () => root.unmount()
}
