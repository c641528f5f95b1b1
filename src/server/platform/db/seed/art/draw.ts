/** The pictures of the demo content: still lifes drawn as SVG, the same for the same slug every time. */
import type { ProductArt } from '../demo-shape.ts'
import { aboutScene } from './about-scene.ts'
import { categoryScene } from './category-scenes.ts'
import { heroScene } from './hero-scene.ts'
import { activesScenes } from './post-scenes-actives.ts'
import { basicsScenes } from './post-scenes-basics.ts'
import { concernScenes } from './post-scenes-concerns.ts'
import { routineScenes } from './post-scenes-routines.ts'
import { productScene } from './product-scenes.ts'
import { quietScene } from './quiet-scene.ts'
import { createSketch, type Artwork as Drawn, type Sketch } from './sketch.ts'

export type Artwork = Drawn

const postScenes = new Map<string, (sketch: Sketch) => string>(
  [basicsScenes, activesScenes, concernScenes, routineScenes].flatMap((scenes) => Object.entries(scenes)),
)

/** 1600 x 1067; an unknown slug gets a quiet arrangement of its own. */
export function drawPost(slug: string): Artwork {
  const sketch = createSketch(`post ${slug}`, 1600, 1067)
  return sketch.finish((postScenes.get(slug) ?? quietScene)(sketch))
}

/** 1200 x 1500 */
export function drawCategory(slug: string): Artwork {
  const sketch = createSketch(`category ${slug}`, 1200, 1500)
  return sketch.finish(categoryScene(sketch, slug))
}

/** 1200 x 1200 */
export function drawProduct(product: { slug: string; art: ProductArt }): Artwork {
  const sketch = createSketch(`product ${product.slug}`, 1200, 1200)
  return sketch.finish(productScene(sketch, product.slug, product.art))
}

/** 2400 x 1500, with calm space on the left for the headline. */
export function drawHero(): Artwork {
  const sketch = createSketch('hero', 2400, 1500)
  return sketch.finish(heroScene(sketch))
}

/** 1200 x 1500 */
export function drawAbout(): Artwork {
  const sketch = createSketch('about', 1200, 1500)
  return sketch.finish(aboutScene(sketch))
}
