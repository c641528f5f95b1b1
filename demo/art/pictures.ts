/** All pictures by name, the path of the file below `images/` without its extension. */
import { demoProducts } from '../content/products.ts'
import { amountPictures } from './article/amounts.ts'
import { calendarPictures } from './article/calendars.ts'
import { collectionPictures } from './article/collections.ts'
import { linePictures } from './article/line-drawings.ts'
import { materialPictures } from './article/materials.ts'
import { measureDiagrams } from './article/measures.ts'
import { skinPictures } from './article/on-skin.ts'
import { paperPictures } from './article/paper.ts'
import { planDiagrams } from './article/plans.ts'
import { skinDiagrams } from './article/skin-diagrams.ts'
import { vesselPictures } from './article/vessels.ts'
import { paperCovers } from './covers/paper-things.ts'
import { rowCovers } from './covers/rows.ts'
import { thingCovers } from './covers/single-things.ts'
import { textureCovers } from './covers/textures.ts'
import { typographicCovers } from './covers/typographic.ts'
import { authorPortrait } from './cut/people.ts'
import type { Picture } from './picture.ts'
import { productPicture, type Shot } from './products/product-picture.ts'
import { cleanserShots } from './products/shots-cleansers.ts'
import { moisturizerShots } from './products/shots-moisturizers.ts'
import { serumShots } from './products/shots-serums.ts'
import { sunShots } from './products/shots-sun.ts'
import { categoryPictures } from './scenes/categories.ts'
import { routinePictures } from './scenes/routines.ts'
import { about, hero } from './scenes/wide.ts'
import { texturePictures } from './textures/swatches.ts'

const shots: Record<string, Shot> = { ...serumShots, ...cleanserShots, ...moisturizerShots, ...sunShots }

const inFolder = (folder: string, drawn: Record<string, () => Picture>) =>
  Object.entries(drawn).map(([slug, draw]) => [`${folder}/${slug}`, draw] as const)

export const pictures = new Map<string, () => Picture>([
  ['hero', hero],
  ['about', about],
  ['author', authorPortrait],
  ...inFolder('category', categoryPictures),
  ...inFolder('routine', routinePictures),
  ...inFolder('post', {
    ...typographicCovers,
    ...textureCovers,
    ...thingCovers,
    ...paperCovers,
    ...rowCovers,
  }),
  ...inFolder('article', {
    ...amountPictures,
    ...skinPictures,
    ...materialPictures,
    ...vesselPictures,
    ...calendarPictures,
    ...paperPictures,
    ...collectionPictures,
    ...skinDiagrams,
    ...measureDiagrams,
    ...planDiagrams,
    ...linePictures,
  }),
  ...inFolder('texture', texturePictures),
  ...demoProducts
    .filter(({ slug }) => shots[slug])
    .map(({ slug, name }) => [`product/${slug}`, () => productPicture(slug, name, shots[slug]!)] as const),
])
