import type { DemoPost } from './demo-post.ts'
import { basicsPosts } from './posts-basics.ts'
import { comparedPosts } from './posts-compared.ts'
import { deeperPosts } from './posts-deeper.ts'

export const demoPosts: DemoPost[] = [...basicsPosts, ...deeperPosts, ...comparedPosts]
