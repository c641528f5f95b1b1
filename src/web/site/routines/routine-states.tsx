import { Container } from '../../ui/container.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatusMessage } from '../../ui/status-message.tsx'

export function RoutineFailed() {
  return (
    <Container className="py-12 md:py-16">
      <StatusMessage tone="error">Failed to load routines. Please try again later.</StatusMessage>
    </Container>
  )
}

export function RoutineSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading...</span>
      <Container className="py-12 md:py-16">
        <Skeleton className="h-12 w-2/3" />
        <Skeleton className="mt-4 h-40 w-full" />
      </Container>
    </div>
  )
}
