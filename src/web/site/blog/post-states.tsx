import { ButtonLink } from '../../ui/button.tsx'
import { Container } from '../../ui/container.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** Placeholder of a post while it loads. */
export function PostSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading post...</span>
      <Container className="pt-6 md:pt-8">
        <Skeleton className="my-1.5 h-4 w-72 max-w-full" />
      </Container>
      <Container width="prose" className="pt-10 pb-10 md:pt-14 md:pb-12">
        <Skeleton className="mx-auto mt-2 h-4 w-48" />
        <Skeleton className="mx-auto mt-6 h-12 w-full" />
        <Skeleton className="mx-auto mt-4 h-12 w-2/3" />
        <Skeleton className="mx-auto mt-9 h-5 w-5/6" />
        <Skeleton className="mx-auto mt-3 h-5 w-3/5" />
      </Container>
      <Container width="wide">
        <Skeleton className="aspect-3/2 rounded-card! md:aspect-video" />
      </Container>
      <Container width="prose" className="space-y-4 pt-10 pb-20 md:pt-14">
        {['w-full', 'w-11/12', 'w-full', 'w-10/12', 'w-full', 'w-2/3'].map((width, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a placeholder
          <Skeleton key={index} className={`h-4 ${width}`} />
        ))}
      </Container>
    </div>
  )
}

/** Shown before the fallback screen, and permanently without JavaScript. */
export function PostFailed() {
  return (
    <Container width="prose" className="py-24 text-center">
      <title>Post not available</title>
      <meta name="robots" content="noindex" />
      <h1 className="title-3">This post is not available right now</h1>
      <p className="mt-4 text-ink-soft">Please try again later, or read something else in the meantime.</p>
      <ButtonLink href="/blog" className="mt-8">
        View All Posts
      </ButtonLink>
    </Container>
  )
}
