import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { Theme } from '../contract/accounts/theme.ts'
import { isAdminPath } from '../contract/platform/admin-path.ts'
import { isEnglish } from '../contract/platform/is-english.ts'
import { type Environment, EnvironmentContext } from './environment.tsx'
import { Announcer } from './lib/announcer.tsx'
import { ParamsProvider, Router, useRouter } from './lib/router.tsx'
import { matchRoute } from './routes.ts'
import { SiteFrame } from './site/layout/site-frame.tsx'
import { SiteProvider } from './site/layout/use-site.tsx'
import { Toasts } from './ui/toasts.tsx'

export type Drawn = {
  /** URLs of the stylesheets, the common one first, and of the fonts to preload. */
  styles: string[]
  fonts: string[]
  /** Absent: the default colour and icons. */
  head?: Pick<Theme, 'themeColor' | 'darkThemeColor' | 'icon'>
}

export type AppProps = Drawn & {
  queryClient: QueryClient
  environment: Environment
  href: string
  /** Absent: the page of `href`. */
  children?: ReactNode
}

/** The whole document, rendered on the server and hydrated in the browser. React hoists `title`, `meta` and `link` into the head. */
export function App({ queryClient, environment, href, styles, fonts, head, children = <CurrentPage /> }: AppProps) {
  const routing = useMemo(() => createRouting(queryClient, environment), [queryClient, environment])
  const site = queryClient.getQueryData(environment.queries.site().queryKey)
  const language = isOwners(href) ? undefined : site?.language
  return (
    <html lang={language ?? 'en'}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {head?.darkThemeColor && (
          <meta name="theme-color" media="(prefers-color-scheme: dark)" content={head.darkThemeColor} />
        )}
        <meta name="theme-color" content={head?.themeColor ?? '#fbf7f1'} />
        {fonts.map((font) => (
          <link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="anonymous" />
        ))}
        {styles.map((style) => (
          <link key={style} rel="stylesheet" href={style} />
        ))}
        {head?.icon ? (
          <>
            <link rel="icon" href={`/icons/${head.icon}/96.png`} type="image/png" sizes="96x96" />
            <link rel="icon" href={`/icons/${head.icon}/favicon.ico`} sizes="32x32" />
            <link rel="apple-touch-icon" href={`/icons/${head.icon}/180.png`} />
          </>
        ) : (
          <>
            <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
            <link rel="icon" href="/favicon.ico" sizes="32x32" />
            <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
          </>
        )}
        <link rel="alternate" type="application/rss+xml" title="RSS feed" href="/feed.xml" />
        <link rel="alternate" type="application/feed+json" title="JSON feed" href="/feed.json" />
      </head>
      {/* The words of the product; `useWritten` marks those of the owner. */}
      <body lang={isEnglish(language) ? undefined : 'en'}>
        <QueryClientProvider client={queryClient}>
          <EnvironmentContext value={environment}>
            <Router href={href} {...routing}>
              <SiteProvider>{children}</SiteProvider>
              <Announcer />
            </Router>
            <Toasts />
          </EnvironmentContext>
        </QueryClientProvider>
      </body>
    </html>
  )
}

/** The admin and the login are in English whatever the language of the site is. */
const isOwners = (path: string) => /^\/(?:admin|login)(?:[/?]|$)/.test(path)

function CurrentPage() {
  const { pathname } = useRouter()
  const { route, params } = matchRoute(pathname)
  const Page = route.page
  const isAdmin = isAdminPath(route.pattern)
  // One key for all tabs, so that changing tabs does not remount the dashboard.
  const key = isAdmin ? 'admin' : `${route.pattern} ${Object.values(params).join(' ')}`
  const page = (
    <ParamsProvider value={params}>
      <Page key={key} />
    </ParamsProvider>
  )
  return isAdmin ? page : <SiteFrame>{page}</SiteFrame>
}

function createRouting(queryClient: QueryClient, { queries }: Environment) {
  const load = (url: URL) => {
    const { route, params } = matchRoute(url.pathname)
    // The page shows a failed query itself.
    route.load({ queryClient, queries, query: url.searchParams }, params).catch(() => {})
    return route.page.preload()
  }
  return { load, prefetch: (url: URL) => void load(url).catch(() => {}) }
}
