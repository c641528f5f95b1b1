import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentProps, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { type Environment, EnvironmentContext } from '../../environment.tsx'
import { RouterProvider } from '../../lib/router.tsx'
import { NewsletterForm } from './newsletter-form.tsx'

type Surroundings = {
  environment: Environment
  router: ComponentProps<typeof RouterProvider>['value']
  queryClient: QueryClient
}

/**
 * Gives the sign-up form of a kept part its scripts, with what is typed in it. `onEnd` gets a function that ends it; resolves when
 * React handles the events of the form.
 */
export function hydrateLetter(
  place: HTMLElement,
  { environment, router, queryClient }: Surroundings,
  onEnd: (end: () => void) => void,
): Promise<void> {
  return new Promise((resolve) => {
    const root = hydrateRoot(
      place,
      <QueryClientProvider client={queryClient}>
        <EnvironmentContext value={environment}>
          <RouterProvider value={router}>
            <SignUp place={place.dataset.letter} onHydrated={resolve} />
          </RouterProvider>
        </EnvironmentContext>
      </QueryClientProvider>,
      { identifierPrefix: 'letter' },
    )
    onEnd(() => root.unmount())
  })
}

function SignUp({ place, onHydrated }: { place: string | undefined; onHydrated: () => void }) {
  useEffect(onHydrated, [onHydrated])
  return <NewsletterForm place={place} source="post" />
}
