import { useQuery } from '@tanstack/react-query'
import { HOME_POSTS } from '../../../contract/platform/limits.ts'
import { useQueries } from '../../environment.tsx'
import { Container } from '../../ui/container.tsx'
import { SectionHeading } from '../../ui/section-heading.tsx'
import { PostCard } from '../blog/post-card.tsx'
import { useHome } from './use-home.ts'

/** The featured posts, the first of them large; renders nothing without any. */
export function FeaturedPosts() {
  const { featuredHeading } = useHome()
  const posts = useQuery(useQueries().posts({ featured: 'true', limit: HOME_POSTS })).data?.items ?? []
  if (posts.length === 0) return null
  return (
    <section aria-labelledby="featured" className="border-y border-line bg-white py-16 md:py-24">
      <Container>
        <SectionHeading id="featured" title={featuredHeading} />
        <ul className="feature">
          {posts.map((post, index) => (
            <li key={post.id}>
              <PostCard
                post={post}
                sizes={
                  index === 0
                    ? '(min-width: 1440px) 860px, (min-width: 1024px) 60vw, 94vw'
                    : '(min-width: 1024px) 208px, 120px'
                }
              />
            </li>
          ))}
        </ul>
      </Container>
    </section>
  )
}
