/** Draws the demo images as SVG still lifes; deterministic for a slug. */
import { demoCategories } from '../content/categories.ts'
import { demoPosts } from '../content/posts.ts'
import { type DemoProduct, demoProducts } from '../content/products.ts'
import { aboutScene } from './about-scene.ts'
import { categoryScene } from './category-scenes.ts'
import { heroScene } from './hero-scene.ts'
import { activesScenes } from './post-scenes-actives.ts'
import { basicsScenes } from './post-scenes-basics.ts'
import { concernScenes } from './post-scenes-concerns.ts'
import { routineScenes } from './post-scenes-routines.ts'
import { productScene } from './product-scenes.ts'
import { quietScene } from './quiet-scene.ts'
import { type Artwork, createSketch, type Sketch } from './sketch.ts'

const postScenes = new Map<string, (sketch: Sketch) => string>(
  [basicsScenes, activesScenes, concernScenes, routineScenes].flatMap((scenes) => Object.entries(scenes)),
)

/** All drawings by image name, the path of the file below `images/` without its extension. */
export const drawings = new Map<string, () => Artwork>([
  ['hero', drawHero],
  ['about', drawAbout],
  ...demoCategories.map(({ slug }) => [`category/${slug}`, () => drawCategory(slug)] as const),
  ...demoPosts.map(({ slug }) => [`post/${slug}`, () => drawPost(slug)] as const),
  ...demoProducts.map((product) => [`product/${product.slug}`, () => drawProduct(product)] as const),
])

/** 1600 x 1067; a slug without a scene falls back to `quietScene`. */
function drawPost(slug: string): Artwork {
  const sketch = createSketch(`post ${slug}`, 1600, 1067)
  return sketch.finish((postScenes.get(slug) ?? quietScene)(sketch))
}

/** 1200 x 1500 */
function drawCategory(slug: string): Artwork {
  const sketch = createSketch(`category ${slug}`, 1200, 1500)
  return sketch.finish(categoryScene(sketch, slug))
}

/** 1200 x 1200 */
function drawProduct(product: DemoProduct): Artwork {
  const sketch = createSketch(`product ${product.slug}`, 1200, 1200)
  return sketch.finish(productScene(sketch, product.slug, product.art))
}

/** 2400 x 1500, with calm space on the left for the headline. */
function drawHero(): Artwork {
  const sketch = createSketch('hero', 2400, 1500)
  return sketch.finish(heroScene(sketch))
}

/** 1200 x 1500 */
function drawAbout(): Artwork {
  const sketch = createSketch('about', 1200, 1500)
  return sketch.finish(aboutScene(sketch))
}
